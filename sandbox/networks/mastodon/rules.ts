/** The limits of this instance. Every instance sets its own, and `POST /control/settings` changes these. */
export const defaultRules = {
  version: '4.5.2',
  max_characters: 500,
  max_media_attachments: 4,
  characters_reserved_per_url: 23,
  description_limit: 1_500,
  image_size_limit: 16_777_216,
  image_matrix_limit: 33_177_600,
  video_size_limit: 103_809_024,
  video_frame_rate_limit: 120,
  video_matrix_limit: 8_294_400,
  max_poll_options: 4,
  max_characters_per_option: 50,
  min_poll_seconds: 300,
  max_poll_seconds: 2_629_746,
  /** The maximum body size of the proxy before the server. The proxy rejects in HTML. */
  proxy_max_bytes: 104_857_600,
  /** The time to convert video, audio or an animation. */
  processing_ms: 1_500,
  /** Lifetime of a file without a status. */
  unattached_media_ms: 86_400_000,
  /** The delay until the card of the first link exists. */
  card_ms: 3_000,
  /** Off by default, because a bench is faster than the real limits allow. */
  rate_limits: false,
}

export type Rules = typeof defaultRules

/** True if the server's version, and therefore its features, are at least these. */
export function isAtLeast(rules: Rules, major: number, minor: number): boolean {
  const [, hasMajor = '0', hasMinor = '0'] = /^(\d+)\.(\d+)/.exec(rules.version) ?? []
  return Number(hasMajor) > major || (Number(hasMajor) === major && Number(hasMinor) >= minor)
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = { version: { like: /^\d+\.\d+\.\d+/, is: 'a version that begins like 4.5.2' } }
