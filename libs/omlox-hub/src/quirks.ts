/** What hubs do that a client must survive, each switched on by its name. A closed list. */
export const HUB_QUIRKS = [
  /** Data messages have no `subscription_id`. */
  'no-subscription-id',
  /** Data messages have no `topic`, only the `subscription_id`. */
  'no-topic',
  /** Lists hold ids instead of objects. */
  'ids-in-lists',
  /** An empty list is `null`. */
  'null-for-empty-lists',
  /** Positions that the hub converts have the precision of 32 bits: half a metre. */
  'coarse-degrees',
  /** No `…/summary`. */
  'no-summary',
  /** No `GET /trackables/motions`. */
  'no-motions-list',
  /** Motions have neither name nor properties: they stand with the trackable. */
  'bare-motions',
  /** Ground control points as `{wgs84, local}`. */
  'named-control-points',
  /** Zones do not show their ground control points: only their transform is there. */
  'no-control-points',
  /** Zones have neither control points nor a transform. */
  'no-transform',
  /** Locations name their zone by its foreign id. */
  'foreign-sources',
  /** Locations are written by POST (202) and not by PUT (204). */
  'post-locations',
  /** `crs` leaves out what is not in that system already. */
  'crs-is-a-filter',
  /** `crs` changes nothing: local coordinates stay local. */
  'crs-ignored',
  /** Empty payloads between the others. */
  'empty-payloads',
  /** Every frame comes twice. */
  'repeated-frames',
  /** Now and then a position is sent after a later one. */
  'times-go-backwards',
  /** Positions have no time. */
  'no-times',
  /** A second subscription of a topic with the same parameters is refused (10002). */
  'identical-subscription-refused',
  /** A second subscription of a topic is refused (10002), on whatever socket. */
  'one-subscription-a-topic',
  /** While a reader is slow, only the newest position of each thing is kept for it. */
  'merges-for-slow-readers',
  /** While a reader is slow, new messages for it are dropped. */
  'drops-for-slow-readers',
  /** A slow reader is closed without a word (1006). */
  'closes-slow-readers',
  /** Locations are sent in addition to motions, without a subscription. */
  'locations-beside-motions',
  /** Data comes before the answer to the subscription. */
  'data-before-subscribed',
  /** Pings are neither answered nor sent. */
  'no-pong',
  /** Frames that are no JSON, binary, or not of the interface come between the others. */
  'unreadable-frames',
  /** No fence topic: switched off (10002). */
  'no-fence-topic',
] as const;
export type HubQuirk = (typeof HUB_QUIRKS)[number];
