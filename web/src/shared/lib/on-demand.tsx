import { type ComponentType, useEffect, useState } from 'react';

/** Does something once what stands in the page now has been painted; answers how to leave it undone. */
function afterPaint(act: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    task = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}

/**
 * A component whose code is fetched when it is first shown, or before by `preload`; until it is there nothing is shown.
 * What stands around it doesn't wait for it: it is painted first.
 * Unlike what `lazy` gives, it is drawn as soon as it is there: React holds back for 300 milliseconds what takes the place
 * of a fallback, though it be in memory already.
 */
export function onDemand<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<ComponentType<Props>> => {
    loaded = (await load()).default;
    return loaded;
  };
  function OnDemand(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (Shown) return;
      const show = (component: ComponentType<Props>) => setShown(() => component);
      const fail = (cause: unknown) =>
        setShown(() => {
          throw cause;
        });
      return afterPaint(() => void preload().then(show, fail));
    }, [Shown]);
    return Shown && <Shown {...props} />;
  }
  /** Resolves once the component is in memory, or can't be fetched now. Then it is fetched again when it is shown. */
  const ready = (): Promise<void> =>
    preload().then(
      () => {},
      () => {},
    );
  return Object.assign(OnDemand, { preload, ready });
}
