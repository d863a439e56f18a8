import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is first shown, or before by `preload`; until it is there nothing is shown.
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
      preload().then(show, fail);
    }, [Shown]);
    return Shown && <Shown {...props} />;
  }
  return Object.assign(OnDemand, { preload });
}
