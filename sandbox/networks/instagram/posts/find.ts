import { stateOf } from '../../meta/containers.ts'
import type { Platform } from '../state/platform.ts'
import type { Container, Post } from '../state/records.ts'
import { refuseMedia } from '../wire/failures.ts'

/** Returns the container if it can be used. */
export function finished(platform: Platform, container: Container): Container {
  const state = stateOf(platform, container)
  if (state === 'EXPIRED') refuseMedia(platform.rules.expiredSubcode)
  if (state === 'IN_PROGRESS' || state === 'ERROR') refuseMedia(2_207_027)
  return container
}

const dayMs = 86_400_000

/** True while a post exists. A story is gone after a day. */
export const isThere = ({ world }: Platform, { deleted, draft, atMs }: Post): boolean =>
  !deleted && (draft.type !== 'STORIES' || world.clock.ms() < atMs + dayMs)
