/** The plan for one file. */
export interface MediaPlan {
  readonly mediaId: string
  readonly action: 'as-is' | 'resize' | 'reject'
  readonly width: number
  readonly height: number
  readonly contentType: string
  readonly why?: string
}
