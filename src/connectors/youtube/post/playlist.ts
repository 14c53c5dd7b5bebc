import { z } from 'zod'
import type { Call, Outgoing, Step } from '#connectors/connector.ts'
import { read, write } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoIdOf } from '../memo.ts'
import { settingsOf } from '../settings.ts'
import { onward } from './extras.ts'
import { tryExtra } from './try-extra.ts'

const found = z.object({ items: z.array(z.unknown()).nullish() })

/**
 * Adds the video to a playlist. A repeat would add it twice, so the connector first checks whether it is already there.
 */
export const playlist: Step<Grant, Memo> = {
  repeat: 'once',
  optional: true,
  async run(call, post, memo) {
    const playlistId = playlistOf(post)
    if (playlistId === undefined) return onward(post, memo, 'playlist')
    const resourceId = { kind: 'youtube#video', videoId: videoIdOf(memo) }
    return tryExtra(post, memo, { step: 'playlist', what: 'video for the playlist' }, () =>
      write(call, {
        name: 'insertPlaylistItem',
        path: 'playlistItems?part=snippet',
        json: { snippet: { playlistId, resourceId } },
      }),
    )
  },
  async find(call, post, memo) {
    return (await isInPlaylist(call, post, memo)) ? onward(post, memo, 'playlist') : 'absent'
  },
}

const playlistOf = ({ settings }: Outgoing) => settingsOf(settings).playlistId

async function isInPlaylist(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<boolean> {
  const query = { part: 'id', playlistId: playlistOf(post) ?? '', videoId: videoIdOf(memo) }
  const { items } = await read(call, 'getPlaylistItem', 'playlistItems', query, found)
  return (items ?? []).length > 0
}
