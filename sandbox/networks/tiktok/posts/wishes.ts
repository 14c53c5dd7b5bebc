import type { Tree } from '../../../core/kit/tree.ts'
import type { Platform } from '../state/platform.ts'
import { type Job, type Person, privacyLevels, type Wish } from '../state/records.ts'
import { invalid, no } from '../wire/envelope.ts'
import { readerOf } from '../wire/fields.ts'
import { optionsOf } from './creator.ts'
import { refusedFor } from './standing.ts'

/** Reads the author's choices for a direct post and checks that the author may have them. */
export function wishOf(platform: Platform, person: Person, kind: Job['kind'], body: Tree): Wish {
  const { rules } = platform
  const info = readerOf(platform, readerOf(platform, body).tree('post_info'), 'post_info.')
  const requested: Wish = {
    title: info.text('title', kind === 'video' ? rules.maxTitle : rules.maxPhotoTitle),
    description: kind === 'video' ? '' : info.text('description', rules.maxPhotoText),
    privacy: info.oneOf('privacy_level', privacyLevels),
    commentsOff: info.flag('disable_comment'),
  }
  const isBranded = info.flag('brand_content_toggle')
  info.flag('brand_organic_toggle')
  if (kind === 'video') {
    info.flag('disable_duet')
    info.flag('disable_stitch')
    info.flag('is_aigc')
    info.whole('video_cover_timestamp_ms', { min: 0, max: 600_000, usual: 0 })
  } else info.flag('auto_add_music')
  if (isBranded && requested.privacy === 'SELF_ONLY' && rules.refusesPrivateBranded)
    invalid(platform, 'Branded content visibility cannot be set to private.')
  checkStanding(platform, person, requested)
  return requested
}

function checkStanding(platform: Platform, person: Person, { privacy }: Wish): void {
  const refused = refusedFor(platform, person)
  if (refused !== null) no(platform, 403, refused)
  // Even a post for its author alone needs a private account.
  if (!platform.rules.audited && (privacy !== 'SELF_ONLY' || !person.isPrivate))
    no(platform, 403, 'unaudited_client_can_only_post_to_private_accounts')
  if (!optionsOf(person).includes(privacy)) no(platform, 403, 'privacy_level_option_mismatch')
}
