import { AssignerProtocol, type PartitionAssigner } from '#kafka-client';

/** Assigns one partition of one topic to the only member of a separate group; kafkajs reads nothing outside a group. */
export function singlePartitionAssigner(topic: string, partition: number): PartitionAssigner {
  return () => ({
    name: 'WaymarkSinglePartition',
    version: 1,
    assign: async ({ members }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: 1,
          assignment: { [topic]: [partition] },
          userData: Buffer.alloc(0),
        }),
      })),
    protocol: ({ topics }) => ({
      name: 'WaymarkSinglePartition',
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
    }),
  });
}
