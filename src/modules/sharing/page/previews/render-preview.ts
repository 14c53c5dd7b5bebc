import { renderCompany } from './company.ts'
import { renderFeedPicture, renderPhone, renderPin, renderWatch } from './picture-first.ts'
import type { Preview } from './preview.ts'
import { renderTimeline, renderToot } from './timeline.ts'

/** Returns the preview of one target. It has the network's layout, in our own neutral style. */
export function renderPreview(preview: Preview): string {
  const { network } = preview
  switch (network) {
    case 'bluesky':
    case 'x':
    case 'threads':
      return renderTimeline({ ...preview, network })
    case 'mastodon':
      return renderToot(preview)
    case 'facebook':
    case 'linkedin':
      return renderCompany({ ...preview, network })
    case 'pinterest':
      return renderPin(preview)
    case 'tiktok':
      return renderPhone(preview)
    case 'instagram':
      return renderFeedPicture(preview)
    case 'youtube':
      return renderWatch(preview)
    default:
      return network satisfies never
  }
}
