/** Behaviour of real hubs that a client must handle, each switched on by its name. A closed list. */
export const HUB_QUIRKS = [
  /** Data messages have no `subscription_id`. */
  'no-subscription-id',
  /** Data messages have no `topic`, only the `subscription_id`. */
  'no-topic',
  /** Lists hold ids instead of objects. */
  'ids-in-lists',
  /** An empty list is `null`. */
  'null-for-empty-lists',
  /** Positions that the hub converts have the precision of 32-bit floats: half a metre. */
  'coarse-degrees',
  /** No `…/summary`. */
  'no-summary',
  /** No `GET /trackables/motions`. */
  'no-motions-list',
  /** Motions have neither name nor properties, which only the trackable has. */
  'bare-motions',
  /** Ground control points as `{wgs84, local}`. */
  'named-control-points',
  /** Zones omit their ground control points and have only a transform. */
  'no-control-points',
  /** Zones have neither control points nor a transform. */
  'no-transform',
  /** Locations refer to their zone by its foreign id. */
  'foreign-sources',
  /** Locations have to be written by POST (202) instead of PUT (204). */
  'post-locations',
  /** `crs` omits locations that are not in that system already. */
  'crs-is-a-filter',
  /** `crs` is ignored: local coordinates stay local. */
  'crs-ignored',
  /** Empty payloads between other payloads. */
  'empty-payloads',
  /** Every frame is sent twice. */
  'repeated-frames',
  /** Sometimes, a position is sent after a later one. */
  'times-go-backwards',
  /** Positions have no time. */
  'no-times',
  /** A second subscription of a topic with the same parameters is refused (10002). */
  'identical-subscription-refused',
  /** A second subscription of a topic is refused (10002), on any socket. */
  'one-subscription-a-topic',
  /** For a slow reader, only the newest position of each thing is kept. */
  'merges-for-slow-readers',
  /** For a slow reader, new messages are dropped. */
  'drops-for-slow-readers',
  /** The connection of a slow reader is closed without a closing frame (1006). */
  'closes-slow-readers',
  /** Locations are sent in addition to motions, without a subscription. */
  'locations-beside-motions',
  /** Data is sent before the answer to the subscription. */
  'data-before-subscribed',
  /** Pings are neither answered nor sent. */
  'no-pong',
  /** Frames that are not JSON, are binary, or are not part of the interface. */
  'unreadable-frames',
  /** There is no fence topic: it is switched off (10002). */
  'no-fence-topic',
] as const;
export type HubQuirk = (typeof HUB_QUIRKS)[number];
