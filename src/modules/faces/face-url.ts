import type { FaceLinkDeps } from './deps.ts'

/** Returns the URL of a face, which needs no credential and never changes. A new image has a new URL. */
export const faceUrl = ({ config }: FaceLinkDeps, faceId: string | null | undefined): string | null =>
  faceId ? `${config.publicUrl}/v1/faces/${faceId.replaceAll('-', '')}` : null
