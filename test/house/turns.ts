/**
 * Test files that take long and guard what few changes can break, in parts of about the same length. All of them are more than a change
 * should wait for on one machine of two cores: there, `npm run test:all` runs one part, chosen at random unless WAYMARK_TURN is set.
 * `npm run test:deep` runs all parts, and so does every run of `.github/workflows/ci.yml`, whose jobs have a machine each.
 */
export const TURNS: readonly (readonly string[])[] = [
  [
    'apps/agent/test/real/delivery.test.ts',
    'apps/agent/test/real/kafka-source.test.ts',
    'apps/map/test/browser/boardroom.test.ts',
    'apps/map/test/browser/scanning.test.ts',
    'apps/projection-service/test/real/rebuild.test.ts',
    'stack/test/real/backup.test.ts',
    'stack/test/real/npm-start.test.ts',
    'test/end-to-end/generated-clients.test.ts',
    'test/faults/agent.test.ts',
    'test/faults/broker.test.ts',
    'test/faults/directory.test.ts',
    'test/faults/power-cut.test.ts',
  ],
  [
    'apps/agent/test/real/agent-run.test.ts',
    'apps/agent/test/unit/sources/files-rotation-races.test.ts',
    'apps/map/test/browser/layers.test.ts',
    'apps/map/test/browser/editing.test.ts',
    'apps/object-service/test/real/faults.test.ts',
    'stack/test/real/npm-start-foreground.test.ts',
    'test/end-to-end/moved-workspace.test.ts',
    'test/faults/full-disk.test.ts',
    'test/faults/restored-stores.test.ts',
    'test/faults/services.test.ts',
    'test/faults/three-brokers.test.ts',
  ],
  [
    'apps/agent/test/real/omlox-load.test.ts',
    'apps/map/test/browser/appearance/appearance.test.ts',
    'apps/map/test/browser/steadiness.test.ts',
    'apps/operator-cli/test/real/doctor.test.ts',
    'test/end-to-end/secured-servers.test.ts',
    'test/end-to-end/topic-examples.test.ts',
    'test/end-to-end/workspace-erasure.test.ts',
    'test/faults/bit-rot.test.ts',
    'test/faults/crash-points.test.ts',
    'test/faults/database.test.ts',
    'test/faults/full-disk-installation.test.ts',
    'test/faults/gateway-clocks.test.ts',
  ],
];
