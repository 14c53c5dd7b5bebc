import type { MediaRule, OutgoingMedia } from '#connectors/connector.ts'

/** Decides how to convert an image so that it follows a rule. The conversion itself calls the same function. */
export type PlanFit = (
  media: OutgoingMedia,
  rule: MediaRule,
) =>
  | { readonly action: 'as-is' }
  | { readonly action: 'resize'; readonly width: number; readonly height: number; readonly contentType: string }
  | { readonly action: 'reject'; readonly why: string }

/** The plan for one file. */
export interface MediaPlan {
  readonly mediaId: string
  readonly action: 'as-is' | 'resize' | 'reject'
  readonly width: number
  readonly height: number
  readonly contentType: string
  readonly why?: string
}
