const path = require('node:path');
const { imports } = require('./package.json');

/** Package imports point into dist; import directions are judged on the sources. */
module.exports = {
  resolve: {
    alias: Object.fromEntries(
      Object.entries(imports).map(([name, target]) => [
        name.replace('/*', ''),
        path.resolve(__dirname, target.replace('./dist/', '').replace('/*', '')),
      ]),
    ),
    extensionAlias: { '.js': ['.ts', '.tsx', '.d.ts', '.js'] },
    extensions: ['.ts', '.tsx', '.js', '.json'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
  },
};
