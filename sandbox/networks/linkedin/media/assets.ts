import type { Platform } from '../state/platform.ts'
import type { Asset, AssetKind, Author } from '../state/records.ts'
import { missing, no } from '../wire/refusals.ts'
import { urnOf } from '../wire/restli.ts'

type AssetState = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED'

export function stateOfAsset({ world }: Platform, { readyAtMs, failure }: Asset): AssetState {
  if (readyAtMs === null) return 'WAITING_UPLOAD'
  if (readyAtMs > world.clock.ms()) return 'PROCESSING'
  return failure === null ? 'AVAILABLE' : 'PROCESSING_FAILED'
}

/** Returns a file for a post or a comment. The author must own it, and its upload must be complete. */
export function fileFor(
  platform: Platform,
  author: Author,
  value: unknown,
  { field, kinds }: { readonly field: string; readonly kinds: readonly AssetKind[] },
): Asset {
  const { text } = urnOf(value ?? missing(field), field, kinds)
  const asset = platform.assets.get(text)
  if (!asset) return no(400, { code: 'INVALID_URN_ID', message: `${field} :: ${text} does not exist` })
  if (asset.owner !== author)
    return no(400, {
      code: 'INVALID_VALUE_FOR_FIELD',
      message: `${field} :: the owner ${asset.owner.urn} of ${text} is not the author ${author.urn}`,
    })
  const state = stateOfAsset(platform, asset)
  if (state === 'WAITING_UPLOAD')
    no(400, { code: 'MEDIA_ASSET_WAITING_UPLOAD', message: `${text} is still waiting for its upload` })
  if (state === 'PROCESSING' && !platform.rules.acceptsProcessing)
    no(400, { code: 'MEDIA_ASSET_PROCESSING', message: `${text} is still being processed` })
  if (state === 'PROCESSING_FAILED')
    no(400, { code: 'MEDIA_ASSET_PROCESSING_FAILED', message: `${text} could not be processed` })
  return asset
}
