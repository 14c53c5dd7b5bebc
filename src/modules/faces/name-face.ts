import type { Json } from '#kernel/json.ts'

type Changes = Readonly<Record<string, { readonly from: Json | Date; readonly to: Json | Date }>>

/** Writes a change of `faceId` for the audit log, without the ID: knowing it is the permission to load the image. */
export function nameFace({ faceId, ...changes }: Changes): Changes {
  if (!faceId) return changes
  const named = (id: Json | Date) => (id === null ? null : 'uploaded')
  return { ...changes, photo: { from: named(faceId.from), to: named(faceId.to) } }
}
