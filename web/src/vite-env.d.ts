/// <reference types="vite/client" />

interface Window {
  /** The requests that `start.js` sent before the program was loaded: one for a signed-in user, else one for each part. */
  keyturnStart?: {
    theme?: Promise<Response>;
    config?: Promise<Response>;
    startup?: Promise<Response>;
    /** The id token that the startup request carried. */
    token?: string;
  };
}

/** Icons are imported by path: the package's index would make the build read six thousand files. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
