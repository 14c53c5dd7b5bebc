import type { Db } from '#infra/db/client.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { selectFacesOf } from './store.ts'

/** Opens the photos of a user and of the user's brands, for an export. */
export async function* openFacesOf(db: Db, uid: UserId) {
  for (const { profileId, image } of await selectFacesOf(db, uid)) {
    const name = `photos/${profileId === null ? 'you' : toWire('prof', profileId)}.webp`
    yield { name, body: only(image) }
  }
}

async function* only(image: Buffer): AsyncGenerator<Uint8Array> {
  yield image
}
