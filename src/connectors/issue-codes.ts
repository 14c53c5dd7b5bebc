/**
 * The issues that a check of a post can find. The code is stable. The sentence describes the kind of issue; each issue
 * adds the numbers and the fix.
 */
export const issueCodes = {
  text_missing: 'There is nothing to publish: neither text nor a picture or video.',
  text_not_used: 'There is no place for a text; this one is left out.',
  text_too_long: 'The text is longer than the network takes.',
  format_not_supported: 'The network has no such kind of post.',
  thread_too_long: 'The thread has more parts than allowed.',
  cashtags_too_many: 'There are more names of shares ($ABC) than the network takes from most apps.',
  links_too_many: 'There are more links than the network takes in one post.',
  media_required: 'The network publishes nothing without a picture or a video.',
  media_too_many: 'There are more pictures or videos than the network takes in one post.',
  media_mixed: 'The network does not take pictures and videos in one post.',
  media_type_not_supported: 'The network does not take files of this type.',
  image_cannot_be_fitted: 'The picture breaks a rule of the network and cannot be made to follow it.',
  image_will_be_fitted: 'The picture is made smaller or re-encoded for the network; the original stays.',
  image_animated: 'The network does not take moving pictures.',
  video_too_large: 'The video has more bytes than the network takes.',
  video_too_long: 'The video is longer than the network takes.',
  video_too_short: 'The video is shorter than the network takes.',
  video_too_many_pixels: 'The video has more pixels than the network takes.',
  video_frame_rate: 'The video has more frames a second than the network takes.',
  video_shape: 'The video is wider or higher than the network takes.',
  alt_text_missing: 'A picture or video has no text for those who cannot see it.',
  alt_text_not_used: 'The network has no text for those who cannot see; this one is left out.',
  alt_text_too_long: 'The text for those who cannot see the picture is too long.',
  first_comment_not_supported: 'The network has no first comments.',
  language_unknown: 'The language is no language tag such as pt-BR.',
  title_missing: 'The network wants a title above such a post, and there is none.',
  title_too_long: 'The title is longer than the network takes.',
  link_missing: 'Such a post is about a link, and there is none.',
  title_not_used: 'The network has no titles; this one is left out.',
  quota_expected:
    'So much is out or planned there around that time that the network would take no more; it would wait for room.',
  setting_missing: 'The network wants something chosen that this service does not choose for anybody.',
  scope_missing: 'Whoever connected the account has not allowed what such a post needs.',
  settings_invalid: 'A setting for this network is not as it must be.',
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
