/// <reference types="vite/client" />

interface Window {
  /** The requests that `start.js` sent before the program was loaded. */
  keyturnStart?: { theme?: Promise<Response>; config: Promise<Response> };
}

/** Icons are imported by path: the package's index would make the build read six thousand files. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
