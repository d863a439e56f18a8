import type { Plugin, Rolldown } from 'vite';

/** Rendered before the first page's largest paint. */
const program = /\/src\/routes\/app\/(route|loans\/index)\.tsx\?tsr-split/;
/** Rendered right after that paint. */
const programLater =
  /\/src\/(app\/shell\/(header-extras|bulk-import-watch|unseen-banner)|features\/(access\/idle\/idle-dialog|tasks\/todo-badge|tasks\/tray\/task-tray|loans\/list\/loan-bulk-bar|loans\/views\/(column-width|view-bar)))\.tsx/;
/** Large libraries and dialogs that load only on use. */
const onTheirOwn: [RegExp, string][] = [
  [program, 'program'],
  [programLater, 'program-later'],
  // They load at the first input on any page, like code that several features share.
  [/\/features\/(loans\/create\/create-loan-modal|search\/search-dialog)/, 'shared'],
  [/\/shared\/ui\/note\/note-editor/, 'note-editor'],
  [/\/features\/access\/oidc/, 'oidc'],
];

/** Small pages that share the file of their feature. */
const featureOfPage: Record<string, string> = {
  dashboard: 'reports',
  'call-reports': 'reports',
  'pipeline-reports': 'reports',
  'revenue-reports': 'reports',
  'state-reports': 'reports',
  quotes: 'pricing',
  'rate-alerts': 'pricing',
};

/** The part of a program's address that names the page, such as `leads`. */
const pageOf = (route: string): string | undefined => /^app\/([^/]+)/.exec(route)?.[1];

/** The feature of a route or an on-demand component. The build makes one file for each feature. */
function featureOf(id: string): string {
  const alone = onTheirOwn.find(([path]) => path.test(id));
  if (alone) return alone[1];
  const route = /\/src\/routes\/(.*)\.tsx/.exec(id)?.[1];
  const page = route && pageOf(route);
  if (page) return featureOfPage[page] ?? page;
  if (route?.startsWith('org')) return 'org';
  if (route) return 'public';
  return /\/src\/features\/([^/]+)\//.exec(id)?.[1] ?? 'dialogs';
}

type Module = { importedIds: readonly string[]; code: string | null };

/** Indexes that name every component of a library. An import from one needs only the components that it names. */
const index = /\/(@mantine\/(?:core|dates|hooks))\/esm\/index\.mjs$/;
const named = (from: string) => new RegExp(`import \\{([^}]*)\\} from ["']${from}["']`, 'g');

/** The modules that a module imports, those of indexes by name. */
function importsOf(id: string, moduleOf: (id: string) => Module | null): string[] {
  const { importedIds, code } = moduleOf(id) ?? { importedIds: [], code: null };
  return importedIds.flatMap((imported) => {
    const library = index.exec(imported)?.[1];
    if (!library) return [imported];
    const names = [...(code ?? '').matchAll(named(library))].flatMap(([, list = '']) => namesIn(list));
    const from = originsIn(moduleOf(imported)?.code ?? '');
    return names.flatMap((name) => from.get(name) ?? []).map((path) => new URL(path, `file://${imported}`).pathname);
  });
}

const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim().split(' as ')[0] ?? '');

/** The module from which an index exports each name. */
function originsIn(code: string): Map<string, string> {
  const origins = new Map<string, string>();
  for (const [, list = '', path = ''] of code.matchAll(/import \{([^}]*)\} from ["'](\.[^"']*)["']/g)) {
    for (const name of namesIn(list)) origins.set(name, path);
  }
  return origins;
}

/**
 * The file of a module that these features import. The imports of a module have at least the same features, so the
 * files never import each other in a circle. Pages without sign-in and the app load nothing of each other.
 */
function chunkOf(id: string, features: ReadonlySet<string>): string {
  const [only] = features;
  if (features.size === 1 && only) return only;
  const isPublic = features.has('public');
  if (features.has('program')) return isPublic ? 'common' : 'program';
  if (features.has('program-later')) return isPublic ? 'common' : 'program-later';
  // A separate style sheet would cost more than it saves.
  if (isPublic) return id.endsWith('.css') ? 'common' : 'forms';
  return 'shared';
}

/** Files of several features. Each includes its imports, unless an earlier file has them. */
const sharedChunks = ['common', 'program', 'program-later', 'forms', 'shared'];

/** The files that `start.js` preloads, as JSON: those of the program, those of every other page, and each feature's own. */
function routeFiles(bundle: Rolldown.OutputBundle = {}): string {
  const built = Object.values(bundle).filter((file) => file.type === 'chunk');
  const filesOf = (...names: string[]) =>
    built
      .filter(({ name }) => names.includes(name))
      .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
      .map((file) => `/${file}`);
  const routes = built
    .flatMap(({ moduleIds }) => moduleIds)
    .flatMap((id) => /\/src\/routes\/(.*)\.tsx/.exec(id)?.[1] ?? [])
    .map((route) => pageOf(route) ?? route.split('/')[0] ?? '');
  const own = (page: string) => filesOf(page === 'org' ? page : (featureOfPage[page] ?? page));
  return JSON.stringify({
    ...Object.fromEntries(routes.map((page) => [page, own(page)]).filter(([, files]) => files?.length)),
    program: filesOf('common', 'program'),
    shared: filesOf('program-later', 'forms', 'shared'),
  });
}

/**
 * Makes few files instead of one for each module. Every file costs a request, and large files compress better. A page loads
 * the libraries, the start, the program, the modules that several features share, and its own feature.
 */
export function chunks(): Plugin {
  /** The features whose routes and on-demand components import a module. */
  const features = new Map<string, Set<string>>();
  const fileOf = (id: string) => chunkOf(id, features.get(id) ?? new Set());
  return {
    name: 'chunks',
    apply: 'build',
    buildEnd() {
      const imports = (id: string) => importsOf(id, (other) => this.getModuleInfo(other));
      for (const entry of this.getModuleIds()) {
        if (!this.getModuleInfo(entry)?.dynamicImporters.length) continue;
        const feature = featureOf(entry);
        const reached = new Set([entry]);
        for (const id of reached) for (const next of imports(id)) reached.add(next);
        for (const id of reached) features.set(id, (features.get(id) ?? new Set()).add(feature));
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [{ tag: 'meta', attrs: { name: 'route-files', content: routeFiles(bundle) } }],
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 9 },
                { name: 'start', tags: ['$initial'], priority: 8 },
                ...sharedChunks.map((name, at) => ({
                  name: (id: string) => (features.has(id) && fileOf(id) === name ? name : null),
                  priority: 7 - at,
                })),
                { name: (id: string) => (features.has(id) ? fileOf(id) : null), priority: 1 },
              ],
            },
          },
        },
      },
    }),
  };
}
