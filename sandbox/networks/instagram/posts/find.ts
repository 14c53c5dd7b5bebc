import type { Platform } from '../state/platform.ts'
import type { Container, Person, Post } from '../state/records.ts'
import { refuseMedia } from '../wire/failures.ts'

export type State = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

export function stateOf({ world, rules }: Platform, container: Container): State {
  const { post, failure, createdAtMs, readyAtMs, isFetching } = container
  const nowMs = world.clock.ms()
  if (post !== null) return 'PUBLISHED'
  if (nowMs >= createdAtMs + rules.containerMs) return 'EXPIRED'
  if (isFetching || nowMs < readyAtMs) return 'IN_PROGRESS'
  return failure === null ? 'FINISHED' : 'ERROR'
}

/** Returns the container when it can be used. */
export function finished(platform: Platform, container: Container): Container {
  const state = stateOf(platform, container)
  if (state === 'EXPIRED') refuseMedia(platform.rules.expiredSubcode)
  if (state === 'IN_PROGRESS' || state === 'ERROR') refuseMedia(2_207_027)
  return container
}

export function findContainer({ containers, world, rules }: Platform, person: Person, id: string): Container | null {
  const container = containers.get(id)
  const isThere = container?.person === person && container.createdAtMs + rules.propagationMs <= world.clock.ms()
  return isThere ? container : null
}

const dayMs = 86_400_000

/** True while a post exists. A story is gone after a day. */
export const isThere = ({ world }: Platform, { deleted, draft, atMs }: Post): boolean =>
  !deleted && (draft.type !== 'STORIES' || world.clock.ms() < atMs + dayMs)
