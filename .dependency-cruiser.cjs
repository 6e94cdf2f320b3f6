/** The folders of the map app, from the lowest layer up. A folder may import from its own layer and from those below it. */
const MAP_FEATURES = [
  'administration',
  'codes',
  'dashboards',
  'editing',
  'first-run',
  'help',
  'holds',
  'object-list',
  'object-panel',
  'polls',
  'scanning',
  'sharing',
  'sign-in',
  'views',
  'workspace-choice',
];
const MAP_LAYERS = [
  ['address', 'api', 'files', 'notices', 'offline', 'preferences', 'tables', 'time'],
  ['design', 'session', 'words', 'workspace'],
  ['app'],
  ['boards', 'dialogs', 'forms', 'icons', 'loading', 'pictures', 'qr-codes', 'scan-queue'],
  ['actions', 'map', 'object-changes', 'objects', 'place-search'],
  MAP_FEATURES,
  ['pages', 'shell'],
];
/** The features that truly build on others. */
const MAP_FEATURES_BUILD_ON = { administration: ['holds'] };
const inMap = (folders) => `^apps/map/src/(${folders.join('|')})/`;

const mapApp = [
  ...MAP_LAYERS.slice(0, -1).map((layer, at) => ({
    name: 'map-app-layers',
    comment: 'A folder imports from its own layer and from those below it.',
    severity: 'error',
    from: { path: inMap(layer) },
    to: { path: inMap(MAP_LAYERS.slice(at + 1).flat()) },
  })),
  ...MAP_FEATURES.map((feature) => ({
    name: 'map-app-features-never-import-each-other',
    comment: 'What two features need belongs in a layer below them; what one adds to another is registered by the page.',
    severity: 'error',
    from: { path: inMap([feature]) },
    to: { path: inMap(MAP_FEATURES.filter((other) => other !== feature && !MAP_FEATURES_BUILD_ON[feature]?.includes(other))) },
  })),
  {
    name: 'map-app-layers-name-every-folder',
    comment: 'A new folder of the map app needs its place in MAP_LAYERS; only main.tsx stands next to the folders.',
    severity: 'error',
    from: { path: '^apps/map/src/', pathNot: ['^apps/map/src/main\\.tsx$', inMap(MAP_LAYERS.flat())] },
    to: {},
  },
  { name: 'map-app-nothing-imports-its-entry', severity: 'error', from: { path: '^apps/map/' }, to: { path: '^apps/map/src/[^/]+$' } },
];

/** The directions of design section 1 and 9: data flows one way, and so do imports. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...mapApp,
    {
      name: 'no-cycles-between-folders',
      comment: 'Move a file to the folder where it belongs, pass a value in, or let the upper folder register what the lower one shows.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs)/[^/]+/src|^stack' },
      to: { circular: true },
    },
    { name: 'apps-never-import-apps', severity: 'error', from: { path: '^apps/([^/]+)/' }, to: { path: '^apps/', pathNot: '^apps/$1/' } },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/testing/' },
      to: { path: '^(apps|stack|test|bench)/' },
    },
    { name: 'testing-never-imports-apps', severity: 'error', from: { path: '^libs/testing/' }, to: { path: '^(apps|test|bench)/' } },
    {
      name: 'rules-import-nothing',
      severity: 'error',
      from: { path: '^libs/object-rules/src/' },
      to: { pathNot: '^libs/object-rules/src/' },
    },
    {
      name: 'one-room-knows-the-kafka-client',
      severity: 'error',
      from: { pathNot: '^libs/kafka(-client)?/' },
      to: { path: '(^libs/kafka-client|node_modules/kafkajs)/' },
    },
    {
      name: 'agent-and-cli-know-the-public-interface-alone',
      comment: 'They run outside an installation: docs/decisions/0036-agent-in-this-repository.md.',
      severity: 'error',
      from: { path: '^apps/(agent|operator-cli)/src/' },
      to: { path: '^libs/(?!(contracts|geofence|kafka|lifecycle|object-rules|settings|telemetry|terminal)/)' },
    },
    { name: 'agent-knows-no-rules', severity: 'error', from: { path: '^apps/agent/src/' }, to: { path: '^libs/object-rules/' } },
    {
      name: 'agent-and-cli-need-nothing-of-services',
      comment: 'Also not through a library: an agent installs neither Nest nor a database client.',
      severity: 'error',
      from: { path: '^apps/(agent|operator-cli)/src/' },
      to: { path: '(^libs/(postgres|service|identity|directory)/|node_modules/(@nestjs|typeorm|pg)/)', reachable: true },
    },
    { name: 'oracle-is-independent', severity: 'error', from: { path: '^libs/testing/src/oracle' }, to: { path: '^libs/object-rules/' } },
    {
      name: 'products-never-import-testing',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src/', pathNot: '^libs/testing/' },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      // Its types refer to those of Node.js.
      from: { pathNot: '^libs/kafka-client/kafkajs/index\\.d\\.ts$' },
      to: { couldNotResolve: true, pathNot: '^(vitest/node|topojson-specification|zxing-wasm/reader/zxing_reader\\.wasm\\?url)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The fork of kafkajs is seen as one file; the directions inside it are those of its authors.
    exclude: { path: '^(dist|libs/kafka-client/kafkajs/src)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: '.dependency-cruiser.webpack.cjs' },
    tsPreCompilationDeps: true,
  },
};
