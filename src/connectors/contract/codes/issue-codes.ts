/**
 * The issues that checking a post can find. The code is stable. The sentence describes the kind of issue; each issue
 * adds the numbers and the fix.
 */
export const issueCodes = {
  text_missing: 'The post has no text, image or video.',
  text_not_used: 'This kind of post does not show text, so the text is left out.',
  signs_not_allowed: 'The title or text contains a character that the network does not allow.',
  text_too_long: 'The text is longer than the network allows.',
  format_not_supported: 'The network does not support this kind of post.',
  thread_too_long: 'The thread has more parts than allowed.',
  cashtags_too_many: 'The text has more cashtags ($ABC) than the network allows for most apps.',
  hashtags_too_many: 'The text has more hashtags than the network allows, or more than it allows for some accounts.',
  mentions_too_many: 'The text mentions more accounts than the network allows in one post.',
  links_too_many: 'The text has more links than the network allows in one post.',
  media_required: 'The network requires an image or a video.',
  media_too_many: 'The post has more images or videos than the network allows.',
  media_mixed: 'The network does not allow images and videos in one post.',
  media_type_not_supported: 'The network does not support files of this type.',
  image_cannot_be_fitted: 'The image breaks one of the network’s rules and cannot be converted to follow it.',
  image_will_be_fitted: 'The network receives a smaller or re-encoded copy of the image. The original is unchanged.',
  image_animated: 'The network does not support animated images.',
  video_too_large: 'The video file is larger than the network allows.',
  video_too_long: 'The video is longer than the network allows.',
  video_too_short: 'The video is shorter than the network allows.',
  video_too_many_pixels: 'The video has more pixels than the network allows.',
  video_too_many_frames: 'The animation has more frames than the network allows.',
  video_frame_rate: 'The video has a frame rate that the network does not allow.',
  video_dimensions: 'The video is smaller or wider than the network allows.',
  video_shape: 'The video has an aspect ratio that the network does not allow.',
  video_may_stay_draft: 'The network may keep the video as a draft that its owner has to publish there.',
  audio_too_large: 'The audio file is larger than the network allows.',
  document_too_large: 'The document is larger than the network allows.',
  document_too_many_pages: 'The document has more pages than the network allows.',
  alt_text_missing: 'An image or video has no alt text.',
  alt_text_not_used: 'The network does not support alt text, so it is left out.',
  alt_text_too_long: 'The alt text is longer than the network allows.',
  first_comment_not_supported: 'The network does not support first comments.',
  language_unknown: 'The language is not a language tag such as pt-BR.',
  title_missing: 'The network requires a title for this kind of post.',
  title_too_long: 'The title is longer than the network allows.',
  link_too_long: 'The link is longer than the network allows.',
  link_missing: 'This kind of post requires a link.',
  title_not_used: 'The network does not support titles, so the title is left out.',
  quota_expected: 'The network’s quota is used up around that time, so the post would be published later.',
  same_post: 'The account already has the same post, scheduled or published.',
  similar_post: 'The account already has a post with nearly the same text, scheduled or published.',
  setting_missing: 'The network requires a choice that only the author can make.',
  scope_missing: 'The account was connected without a permission that this post requires.',
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
