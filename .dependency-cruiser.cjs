/** The directions of design section 1 and 9: data flows one way, and so do imports. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
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
      from: { pathNot: '^libs/kafka/' },
      to: { path: 'node_modules/kafkajs/' },
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
      from: {},
      to: { couldNotResolve: true, pathNot: '^(vitest/node|topojson-specification|zxing-wasm/reader/zxing_reader\\.wasm\\?url)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: '.dependency-cruiser.webpack.cjs' },
    tsPreCompilationDeps: true,
  },
};
