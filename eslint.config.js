import js from '@eslint/js';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.waymark/', 'reports/', 'libs/kafka-client/kafkajs/', 'apps/map/src/api/interface.d.ts'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    plugins: { 'simple-import-sort': simpleImportSort },
    // One block: side effects first, then of Node, of packages, of our libraries, of folders above, of this folder.
    rules: { 'simple-import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^#', '^\\.\\.', '^\\.']] }] },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './apps/map/tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A promise that nobody awaits is an acknowledgement that nobody keeps.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-console': 'error',
      'no-control-regex': 'off',
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      // The formatter breaks code; strings and comments are broken by hand. Expressions in templates and JSON in strings may be wider.
      'max-len': ['error', { code: 140, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignorePattern: "'[\\[{]|/9j/|UklGR" }],
    },
  },
  {
    // Configuration is read once a service, by libs/settings.
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['libs/settings/**', 'libs/testing/**', '**/test/**', 'apps/map/vite.config.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings through libs/settings, in the config.ts of the service.' },
      ],
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  // Programs of their own, of people who read from outside.
  {
    files: ['examples/**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  { files: ['stack/**/*.ts', 'bench/**/*.ts', 'test/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // Tests, and tables with a row for each route.
    files: ['**/test/**', 'apps/gateway/src/{routes/*,openapi/operations}.ts'],
    rules: { 'max-lines': ['error', { max: 700, skipBlankLines: true, skipComments: true }] },
  },
  // Statements as the product sends them, and data.
  { files: ['apps/object-service/test/unit/simulation/fake-*.ts'], rules: { 'max-len': 'off' } },
  { files: ['libs/demo-fleet/src/monaco-streets.ts'], rules: { 'max-lines': 'off', 'max-len': 'off' } },
  // What fails in a page is told where its developers look.
  { files: ['apps/map/src/**'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
);
