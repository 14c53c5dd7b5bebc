import { TooComplex } from '../contract.ts'

/**
 * The maximum number of tracks in a video or audio file. MediaInfo takes a minute for ten thousand of them. No network
 * shows more than one video track, and no editor writes more than a few audio tracks.
 */
const maxTracks = 16

export function requireFewTracks(count: number): void {
  if (count > maxTracks)
    throw new TooComplex(`The file has more than ${maxTracks} tracks. Save it with one video track and its audio.`)
}
