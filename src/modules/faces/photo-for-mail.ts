import { isDatabaseAway } from '#infra/db/faults.ts'
import type { Log } from '#infra/log/log.ts'
import { type FitDeps, fitBytes } from '#infra/media-worker/index.ts'
import type { UserId } from '#kernel/ids.ts'
import type { FaceRouteDeps } from './deps.ts'
import { findPhoto } from './store.ts'

/** Sharp at 24 CSS pixels on a display with two device pixels each. Many mail programs cannot show a WebP. */
const rule = { formats: ['image/png'], isSquare: true, maxWidth: 48, maxHeight: 48, maxBytes: 16_384 } as const

/** Returns a person's photo as a PNG, for an email. Null if they have none, since an email must not wait for it. */
export async function photoForMail(
  deps: FaceRouteDeps & FitDeps & { readonly log: Log },
  uid: UserId,
): Promise<Buffer | null> {
  const photo = await findPhoto(deps.db, uid)
  if (!photo) return null
  try {
    const fitted = await fitBytes(deps, photo.image, rule, uid)
    return typeof fitted === 'string' ? null : fitted.bytes
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    deps.log.warn({ event: 'mail.photo_failed', err: error, uid }, 'Email is sent without a photo')
    return null
  }
}
