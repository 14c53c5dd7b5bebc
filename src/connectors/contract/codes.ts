/**
 * The issues that checking a post can find. The code is stable. The sentence describes the kind of issue; each issue
 * adds the numbers and the fix.
 */
export const issueCodes = {
  text_missing: 'The post has no text, image or video.',
  text_not_used: 'This post type doesn’t show text. The text won’t be sent.',
  signs_not_allowed: 'The title or text has a character the network doesn’t allow.',
  text_too_long: 'The text is longer than the network allows.',
  format_not_supported: 'The network doesn’t support this post type.',
  thread_too_long: 'The thread has more parts than allowed.',
  cashtags_too_many: 'The text has more cashtags ($ABC) than the network allows for most apps.',
  hashtags_too_many: 'The text has more hashtags than the network allows, or more than it allows for some accounts.',
  mentions_too_many: 'The text mentions more accounts than the network allows in one post.',
  mention_stays_plain: 'The text mentions a name that has no handle on the network. It stays plain text there.',
  links_too_many: 'The text has more links than the network allows in one post.',
  media_required: 'The network requires an image or a video.',
  media_too_many: 'The post has more images or videos than the network allows.',
  media_mixed: 'The network doesn’t allow images and videos in the same post.',
  media_type_not_supported: 'The network doesn’t support this file type.',
  image_cannot_be_fitted: 'The image breaks a network rule and can’t be converted.',
  image_will_be_fitted: 'The network gets a smaller or re-encoded copy. Your original is kept.',
  view_not_supported: 'Only still images can be cropped, turned or padded.',
  view_too_small: 'The part of the image that the post shows is narrower than the network’s images are.',
  image_animated: 'The network doesn’t support animated images.',
  video_too_large: 'The video file is larger than the network allows.',
  video_too_long: 'The video is longer than the network allows.',
  video_too_short: 'The video is shorter than the network allows.',
  video_too_many_pixels: 'The video has more pixels than the network allows.',
  video_too_many_frames: 'The animation has more frames than the network allows.',
  video_frame_rate: 'The video has a frame rate the network doesn’t allow.',
  video_dimensions: 'The video is smaller or wider than the network allows.',
  video_shape: 'The video has an aspect ratio the network doesn’t allow.',
  video_may_stay_draft: 'The network may keep the video as a draft that its owner has to publish there.',
  audio_too_large: 'The audio file is larger than the network allows.',
  document_too_large: 'The document is larger than the network allows.',
  document_too_many_pages: 'The document has more pages than the network allows.',
  alt_text_missing: 'An image or video has no alt text.',
  alt_text_not_used: 'The network doesn’t support alt text. It won’t be sent.',
  alt_text_too_long: 'The alt text is longer than the network allows.',
  first_comment_not_supported: 'The network doesn’t support first comments.',
  language_unknown: 'The language isn’t a tag such as pt-BR.',
  title_missing: 'The network requires a title for this post type.',
  title_too_long: 'The title is longer than the network allows.',
  link_too_long: 'The link is longer than the network allows.',
  link_missing: 'This post type requires a link.',
  title_not_used: 'The network doesn’t support titles. This one won’t be sent.',
  quota_expected: 'The network’s quota is used up around that time, so the post would be published later.',
  same_post: 'The account already has the same post, scheduled or published.',
  approval_left_to_owner: 'No one else of a step can approve the post, so only the owner can.',
  approval_impossible: 'No one can approve a step of this post.',
  similar_post: 'The account already has a post with nearly the same text, scheduled or published.',
  setting_missing: 'The network requires a choice only the author can make.',
  scope_missing: 'The account was connected without a permission this post needs.',
  settings_invalid: 'A setting for this network is invalid.',
} as const satisfies Record<string, string>

export type IssueCode = keyof typeof issueCodes

export interface Issue {
  readonly code: IssueCode
  readonly message: string
  /** A JSON Pointer into the post. */
  readonly path?: string
  /** The way to fix it. */
  readonly fix?: string
}

/** Codes for the reasons why an account must be connected again. A code never changes its meaning. */
export const lossCodes = {
  account_blocked: 'The network has suspended, locked or restricted the account.',
  account_gone: 'The account is no longer at its previous location.',
  consent_revoked: 'Access was revoked on the network.',
  data_deleted: 'The network requested the deletion of the account’s data.',
  grant_expired: 'Access has expired and can’t be renewed.',
  key_lost: 'The saved access can’t be decrypted.',
  mode_changed: 'An administrator has switched the network to another mode.',
  network_off: 'The network is no longer available on this installation.',
  page_left_out: 'The last sign-in didn’t include the page.',
  permission_missing: 'A required permission is missing.',
  sandbox_off: 'The sandbox is turned off on this installation.',
  sign_in_refused: 'We’ve lost access to this account.',
} as const

export type LossCode = keyof typeof lossCodes

/** The reason why an account must be connected again: a code for programs and a sentence for its owner. */
export interface Loss {
  readonly code: LossCode
  readonly why: string
}

interface Rejection {
  readonly code?: LossCode
  readonly final?: true
  readonly why: string
}

/**
 * Returns the reason to record for a rejected grant. Without a code, a final rejection means that the account is
 * blocked, and any other means only that the network refuses access.
 */
export const lossOf = ({ code, final, why }: Rejection): Loss => ({
  code: code ?? (final ? 'account_blocked' : 'sign_in_refused'),
  why,
})

/**
 * Codes for the reasons why a call is retried later, or why a network or an account is suspended for a while. A code
 * never changes its meaning.
 */
export const waitCodes = {
  access_unavailable: 'Access couldn’t be renewed, or the network doesn’t accept it yet.',
  account_limit: 'The account has reached one of the network’s limits.',
  address_moved: 'The network redirects requests, so its URL has changed.',
  api_off: 'The API isn’t enabled for the app at the network.',
  app_accounts_full: 'No more accounts can publish through the app today.',
  app_credits_used: 'The app has no credits left on the network.',
  app_limit: 'The app has reached one of the network’s limits.',
  app_not_allowed: 'The network doesn’t allow the app to do this.',
  app_on_trial: 'The app has only trial access at the network.',
  app_plan_used: 'The app’s network plan has no posts left this month.',
  app_refused: 'The network doesn’t accept the app.',
  app_unknown: 'The network doesn’t recognize the app, or rejects its secret.',
  callback_unknown: 'The network doesn’t recognize this server’s callback URL.',
  drafts_full: 'The account’s inbox has as many drafts as the network allows.',
  file_unready: 'The network is still processing a file.',
  internal_fault: 'An internal error occurred.',
  interrupted: 'The server stopped several times while publishing.',
  network_lost_it: 'The network lost an upload.',
  network_trouble: 'The network has a temporary problem.',
  network_unreachable: 'Couldn’t reach the network. Nothing was sent.',
  node_limit: 'This server’s IP address has reached one of the network’s limits.',
  not_shown_yet: 'The network doesn’t show the new post everywhere yet.',
  pictures_busy: 'Converting a lot of images right now.',
  version_ended: 'The network no longer supports this version of its API.',
} as const

export type WaitCode = keyof typeof waitCodes

/** Default codes for verdicts without one, by what they suspend. */
const usual = {
  call: 'network_trouble',
  account: 'account_limit',
  app: 'app_limit',
  node: 'node_limit',
  operator: 'app_refused',
} as const satisfies Readonly<Record<string, WaitCode>>

interface Stop {
  readonly of: keyof typeof usual
  readonly code?: WaitCode | undefined
}

/** Returns the code for a reason to wait. */
export const waitCodeOf = ({ of, code }: Stop): WaitCode => code ?? usual[of]
