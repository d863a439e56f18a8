import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, Menu, SegmentedControl, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import { DefinitionDialog } from '../definition-dialog';
import { DueRuleFields } from '../due-rule-fields';
import { seatOf, textOfSeat } from '../task-form';
import { seats } from '../task-who';
import { texts as taskTexts } from '../texts';
import { sampleOf } from './template-text';
import { type Tag, type Template, type TemplateIn, useTemplateChange } from './templates';
import classes from './templates.module.css';
import { texts } from './texts';

type Props = { template: Template | null; tags: readonly Tag[]; onClose: () => void };
type TemplateValues = Required<TemplateIn>;

const empty: TemplateValues = {
  about: 'LOAN',
  title: '',
  text: '',
  dueRule: { days: 1, count: 'BUSINESS', side: 'AFTER', of: 'START' },
  priority: 'NORMAL',
  seat: null,
  checklist: [],
  documents: [],
};

const valuesOf = (template: Template): TemplateValues => {
  const { about, title, text = '', dueRule = null, priority = 'NORMAL', seat = null } = template;
  return {
    about,
    title,
    text,
    dueRule,
    priority,
    seat,
    checklist: template.checklist ?? [],
    documents: template.documents ?? [],
  };
};

const choices = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

export default function TemplateDialog({ template, tags, onClose }: Props) {
  const change = useTemplateChange();
  return (
    <DefinitionDialog<TemplateValues>
      title={template ? texts.edit : texts.add}
      draft={{ key: 'template', opened: template ?? 'new' }}
      size={modalWidths.medium}
      words={texts}
      initial={template ? valuesOf(template) : empty}
      removal={template && texts.removeQuestion(template.title)}
      isPending={change.isPending}
      send={(body) => change.mutateAsync({ template, body })}
      onClose={onClose}
    >
      {({ values, errors, put }) => (
        <>
          <div className={classes.whole}>
            <TextInput
              label={texts.name}
              required
              data-autofocus
              maxLength={200}
              autoComplete="off"
              value={values.title}
              onChange={({ currentTarget: { value } }) => put({ title: value })}
              error={errors.title}
            />
          </div>
          <div className={classes.whole}>
            <SegmentedControl
              className={classes.narrow ?? ''}
              aria-label={texts.about}
              data={choices(texts.abouts)}
              value={values.about}
              onChange={(about) => put(aboutOf(about as TemplateValues['about'], values))}
            />
          </div>
          <div className={classes.whole}>
            <Body values={values} tags={tags} error={errors.text} onChange={(text) => put({ text })} />
          </div>
          <div className={classes.whole}>
            <SegmentedControl
              className={classes.narrow ?? ''}
              aria-label={texts.dueKind}
              data={choices(texts.dueKinds)}
              value={values.dueRule ? 'rule' : 'none'}
              onChange={(kind) => put({ dueRule: kind === 'rule' ? empty.dueRule : null })}
            />
            {values.dueRule && (
              <DueRuleFields
                rule={values.dueRule}
                days={
                  values.about === 'LOAN'
                    ? { ...taskTexts.templateDaysOf, ...taskTexts.ruleDaysOf }
                    : taskTexts.templateDaysOf
                }
                onChange={(dueRule) => put({ dueRule })}
              />
            )}
          </div>
          <Select
            label={texts.priority}
            data={choices(taskTexts.priorities)}
            allowDeselect={false}
            value={values.priority}
            onChange={(priority) => put({ priority: priority as TemplateValues['priority'] })}
          />
          {values.about === 'LOAN' && (
            <Select
              label={texts.seat}
              data={seats}
              clearable
              placeholder={texts.nobody}
              value={values.seat ? textOfSeat(values.seat) : null}
              onChange={(seat) => put({ seat: seat ? seatOf(seat) : null })}
              maxDropdownHeight={240}
            />
          )}
          <Entries name="checklist" values={values} error={errors.checklist} onChange={put} />
          <Entries name="documents" values={values} error={errors.documents} onChange={put} />
        </>
      )}
    </DefinitionDialog>
  );
}

/** Leads have no team roles and no loan dates. */
const aboutOf = (about: TemplateValues['about'], { dueRule }: TemplateValues): Partial<TemplateValues> =>
  about === 'LOAN' ? { about } : { about, seat: null, dueRule: dueRule && { ...dueRule, of: 'START' } };

type BodyProps = {
  values: TemplateValues;
  tags: readonly Tag[];
  error: string | undefined;
  onChange: (text: string) => void;
};

/** The template's text with its tags, and a preview with sample values. */
function Body({ values: { about, title, text }, tags, error, onChange }: BodyProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const offered = tags.filter(({ isOfLoan }) => about === 'LOAN' || !isOfLoan);
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? text.length;
    onChange(`${text.slice(0, at)}{${name}}${text.slice(at)}`);
  };
  return (
    <>
      <Textarea
        ref={field}
        label={texts.body}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        value={text}
        onChange={({ currentTarget: { value } }) => onChange(value)}
        error={error}
      />
      <Menu width={260}>
        <Menu.Target>
          <Button variant="default" size="compact-xs" className={classes.narrow ?? ''}>
            {texts.tag}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={300} style={{ overflow: 'auto' }}>
          {offered.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => insert(name)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {(title + text).includes('{') && (
        <figure aria-label={about === 'LOAN' ? texts.preview : texts.previewOfLead} className={classes.preview}>
          <strong>{sampleOf(title, offered)}</strong>
          {sampleOf(text, offered)}
        </figure>
      )}
    </>
  );
}

type EntriesProps = {
  name: 'checklist' | 'documents';
  values: TemplateValues;
  error: string | undefined;
  onChange: (part: Partial<TemplateValues>) => void;
};

const Entries = ({ name, values, error, onChange }: EntriesProps) => (
  <div className={classes.whole}>
    <TagsInput
      label={texts[name]}
      placeholder={texts.entryHelp}
      splitChars={[]}
      acceptValueOnBlur
      maxTags={50}
      value={values[name]}
      onChange={(entries) => onChange({ [name]: entries })}
      error={error}
    />
  </div>
);
