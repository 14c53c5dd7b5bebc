import type { Settings } from '../../core/network.ts'

/** Limits and delays; `POST /control/settings` changes them. A limit of calls that is 0 is off, since a bench is fast. */
export const usualRules = {
  /** With commas between; empty: any. A code is good for the very address that it was asked for in any case. */
  redirect_uris: '',
  require_appsecret_proof: false,
  /** The first token of a consent; an exchange makes a long one of it. */
  short_token_ms: 5_400_000,
  long_token_ms: 5_183_944_000,
  /** Sometimes the real one gives a long token at once, and sometimes it does not say how long one lives. */
  codes_give_long: false,
  omit_expires_in: false,
  /** So many rows at most, whatever is asked for. */
  page_size_max: 100,
  max_message: 63_206,
  max_comment: 8_000,
  photo_max_bytes: 4_000_000,
  /** A photo that no post has. */
  unattached_photo_ms: 86_400_000,
  video_chunk_bytes: 4_194_304,
  video_max_bytes: 10_737_418_240,
  video_min_bytes: 10,
  processing_ms: 1_500,
  upload_session_ms: 86_400_000,
  reels_per_day: 30,
  /** False: the end of a reel's upload does not say which post it becomes. */
  reel_tells_post: true,
  /** For so long the text of the latest post is a duplicate; 0: never. */
  duplicate_ms: 60_000,
  /** What is published is in the lists of posts so much later. */
  listing_lag_ms: 0,
  /** To publish what is published already: false lets it pass as if it were done, since the facts say neither. */
  republish_is_error: false,
  /** Counts of views as one number for each way that a reader came, not as one number. */
  views_in_parts: false,
  /** Links to videos begin with a slash; false: with this machine. */
  video_links_without_host: true,
  app_calls_per_hour: 0,
  page_calls_per_day: 0,
  /** 32 or 80001: both are seen for a page. */
  page_limit_code: 80_001,
}

export type Rules = typeof usualRules

export function settingsOf(rules: Rules): Settings {
  return {
    read: () => ({ ...rules }),
    change(patch) {
      for (const [name, value] of Object.entries(patch)) {
        const usual = usualRules[name as keyof Rules]
        if (typeof value !== typeof usual) return `"${name}" must be a ${typeof usual}.`
        if (typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0))
          return `"${name}" must be a whole number that is not below 0.`
      }
      if (![undefined, 32, 80_001].includes(patch.page_limit_code as number | undefined))
        return '"page_limit_code" must be 32 or 80001.'
      Object.assign(rules, patch)
      return null
    },
  }
}
