/** Inputs in which letters mean something; the others are pressed or chosen. */
const textTypes = [
  'text',
  'search',
  'email',
  'tel',
  'url',
  'password',
  'number',
  'date',
  'month',
  'time',
  'datetime-local',
];

/** Whether an element takes the letters that are typed while it has the focus. */
export function isTextEntry(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return textTypes.includes(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
