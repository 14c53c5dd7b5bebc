import { actsOn } from '../../../core/control/acts.ts'
import type { Act } from '../../../core/network.ts'
import { commentOn, findOwnComment, statusIn } from '../comments/write.ts'
import type { Platform } from '../state/platform.ts'
import { remove } from '../videos/life.ts'

/**
 * The acts of people and of the network's staff, for `POST /control/act`. The quota belongs to the app and therefore
 * affects everyone.
 */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const { on, set, deleteLatest } = actsOn(platform.person)
  const setQuota = (isQuotaUsedUp: boolean) => () => {
    platform.app.isQuotaUsedUp = isQuotaUsedUp
    return { isQuotaUsedUp }
  }
  const wordIn = (reason: unknown, usual: string) => (typeof reason === 'string' ? reason : usual)
  return {
    revoke_access: on((person) => ({ grants: platform.tokens.endAll(person).length })),
    fail_next: on((person, { reason }) => {
      person.failsNext = wordIn(reason, 'conversion')
      return { reason: person.failsNext }
    }),
    reject_next: on((person, { reason }) => {
      person.rejectsNext = wordIn(reason, 'claim')
      return { reason: person.rejectsNext }
    }),
    close_channel: set({ hasChannel: false }),
    open_channel: set({ hasChannel: true }),
    suspend: set({ isSuspended: true }),
    restore: set({ isSuspended: false, mayUpload: true }),
    forbid_uploads: set({ mayUpload: false }),
    confirm_phone: set({ hasPhone: true }),
    withdraw_phone: set({ hasPhone: false }),
    use_up_quota: setQuota(true),
    renew_quota: setQuota(false),
    end_uploads: on((person) => {
      const ended = [...platform.sessions.values()].filter((session) => session.person === person)
      for (const { id } of ended) platform.sessions.delete(id)
      return { sessions: ended.length }
    }),
    comment: on((person, { body, by, to, status }) => ({
      id: commentOn(platform, person, { text: body, by, to, status }).id,
    })),
    edit_comment: on((person, { id, body }) => {
      const comment = findOwnComment(platform, person, id)
      comment.text = wordIn(body, 'How very nice!')
      comment.editedAtMs = platform.world.clock.ms()
      return { id: comment.id }
    }),
    delete_comment: on((person, { id }) => {
      const comment = findOwnComment(platform, person, id)
      comment.deleted = true
      return { id: comment.id }
    }),
    moderate_comment: on((person, { id, status }) => {
      const comment = findOwnComment(platform, person, id)
      comment.status = statusIn(status)
      return { id: comment.id, status: comment.status }
    }),
    delete_latest: deleteLatest(
      ({ videos }) => videos,
      (video) => remove(platform, video),
    ),
  }
}
