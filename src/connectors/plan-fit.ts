import type { MediaRule, OutgoingMedia } from './connector.ts'

/** How a picture is made to follow a rule: the same function that is asked when it is done. */
export type PlanFit = (
  media: OutgoingMedia,
  rule: MediaRule,
) =>
  | { readonly action: 'as-is' }
  | { readonly action: 'resize'; readonly width: number; readonly height: number; readonly contentType: string }
  | { readonly action: 'reject'; readonly why: string }
