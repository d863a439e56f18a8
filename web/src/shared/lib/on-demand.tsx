import { type ComponentType, useEffect, useState } from 'react';

/** Runs a function after the current page was painted. Returns how to cancel it. */
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
 * A component whose code loads when it is first rendered, or earlier by `preload`. It renders nothing until then, and
 * the rest of the page is painted first. Unlike `lazy`, it renders as soon as it is loaded: React delays the
 * replacement of a fallback by 300 milliseconds, even if the component is already in memory.
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
  /**
   * Resolves once the component is loaded or loading has failed. After a failure it loads again when it is rendered.
   */
  const ready = (): Promise<void> =>
    preload().then(
      () => {},
      () => {},
    );
  return Object.assign(OnDemand, { preload, ready });
}
