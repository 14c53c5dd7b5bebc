import { describe } from '../media/media.ts'
import type { Instance } from '../state/platform.ts'
import type { Status } from '../state/records.ts'
import { hasText, type Params, textOf, treesOf, truthOf } from '../wire/params.ts'
import { languageOf, mediaOf, pollOf, wordsOf } from './compose.ts'
import { mentionedIn } from './present.ts'
import { record, startPoll } from './publish.ts'

/** Replaces the whole status: files that the edit does not name are removed. */
export function editStatus(instance: Instance, status: Status, params: Params): void {
  const { account } = status
  const poll = pollOf(instance, params)
  const media = mediaOf(instance, account, params, poll !== null, status)
  const { text, spoiler } = wordsOf(instance, params, media.length > 0)
  const now = instance.world.clock.now()
  for (const attributes of treesOf(params, 'media_attributes')) {
    const named = media.find(({ id }) => id === textOf(attributes, 'id'))
    if (named) describe(instance, named, attributes)
  }
  for (const one of status.media) one.heldBy = null
  for (const one of media) one.heldBy = { statusId: status.id }
  status.text = text
  status.spoiler = spoiler
  status.sensitive = truthOf(params, 'sensitive') ?? spoiler !== ''
  if (hasText(params, 'language')) status.language = languageOf(params)
  status.media = media
  status.poll = poll && startPoll(instance, poll, now)
  status.mentions = mentionedIn(instance, text)
  status.editedAt = now
  record(instance, status, 'edit', null)
}
