/** Limits and delays, which `POST /control/settings` changes. A call limit of 0 is off, because a bench is fast. */
export const defaultRules = {
  /**
   * Comma-separated callbacks. If empty, any is allowed. In both cases a code is valid only for the exact URL that it
   * was requested for.
   */
  redirect_uris: '',
  require_appsecret_proof: false,
  /** The ID of a configuration of Facebook Login for Business, and its permissions, separated by commas. */
  login_config_id: '700000000000001',
  login_config_scopes: 'pages_show_list,pages_read_engagement,pages_manage_posts',
  /**
   * The list that contains each person's second page: their own, that of a business portfolio that owns the page or
   * manages it for a client, or none although the page is granted.
   */
  second_page_in: 'own',
  /** The lifetime of a consent's first token, which can be exchanged for a long-lived one. */
  short_token_ms: 5_400_000,
  long_token_ms: 5_183_944_000,
  /**
   * Variants of the real network: it sometimes returns a long-lived token immediately, and sometimes omits a token's
   * lifetime.
   */
  codes_give_long: false,
  omit_expires_in: false,
  /** The maximum number of rows in a page of a list, whatever the call requests. */
  page_size_max: 100,
  max_message: 63_206,
  /** Counts UTF-16 code units instead of code points. The network does not document which. */
  message_in_code_units: false,
  max_comment: 8_000,
  photo_max_bytes: 4_000_000,
  /** Lifetime of a photo without a post. */
  unattached_photo_ms: 86_400_000,
  video_chunk_bytes: 4_194_304,
  video_max_bytes: 10_737_418_240,
  video_min_bytes: 10,
  /**
   * The outcome for a vertical video that is sent as a feed video: Facebook publishes it as a reel, or keeps a draft.
   */
  upright_videos: 'published',
  processing_ms: 1_500,
  upload_session_ms: 86_400_000,
  reels_per_day: 30,
  /** True if the last response of a reel's upload contains the ID of its post. */
  reel_tells_post: true,
  /** The time within which a repeat of the latest post's text is a duplicate. 0 disables this. */
  duplicate_ms: 60_000,
  /** Returns comments ranked (here: oldest first), whatever order is requested. The network does so on some pages. */
  ranks_comments: false,
  /** The delay until a published post appears in the lists of posts. */
  listing_lag_ms: 0,
  /**
   * If false, publishing an already published post appears to succeed. The network's documentation does not specify
   * this.
   */
  republish_is_error: false,
  /** True if view counts are split by source, instead of one number. */
  views_in_parts: false,
  /** True if links to videos begin with a slash, instead of this machine's URL. */
  video_links_without_host: true,
  app_calls_per_hour: 0,
  page_calls_per_day: 0,
  /** The code of a page's limit. 32 and 80001 have both been seen. */
  page_limit_code: 80_001,
}

export type Rules = typeof defaultRules

/** The allowed values of a rule, if its type is not enough. */
export const choices = {
  page_limit_code: [32, 80_001],
  upright_videos: ['published', 'draft'],
  second_page_in: ['own', 'owned_pages', 'client_pages', 'nowhere'],
}
