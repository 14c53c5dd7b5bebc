import type { VideoTrack } from 'mediainfo.js'
import { bad, messageOfError } from '../bad.ts'
import type { Bad, Source, VideoFacts, VideoType } from '../contract.ts'
import { analyzeTracks, codecName, isWhole, maxDurationMs } from './tracks.ts'

const maxSide = 16_384

export async function examineVideo(type: VideoType, source: Source): Promise<VideoFacts | Bad> {
  let tracks: Awaited<ReturnType<typeof analyzeTracks>>
  try {
    tracks = await analyzeTracks(source)
  } catch (error) {
    return bad('media_unreadable', `The tracks of the video can’t be read (${messageOfError(error)}).`)
  }
  const general = tracks.find((track) => track['@type'] === 'General')
  const video = tracks.find((track): track is VideoTrack => track['@type'] === 'Video')
  const audio = tracks.find((track) => track['@type'] === 'Audio')
  if (video === undefined) return bad('media_unreadable', 'The file has no video track.')
  const { Width: width = 0, Height: height = 0 } = video
  if (!isWhole(width) || !isWhole(height)) {
    return bad('media_unreadable', `The video track is ${width} × ${height} pixels. Both must be above 0.`)
  }
  if (width > maxSide || height > maxSide) {
    return bad('media_too_complex', `The video is ${width} × ${height} pixels. The limit is ${maxSide} per side.`)
  }
  const durationMs = Math.round(1000 * (video.Duration ?? general?.Duration ?? 0))
  if (!isWhole(durationMs)) {
    return bad('media_unreadable', 'The video has no duration. Save it again with an editor that writes the duration.')
  }
  if (durationMs > maxDurationMs) {
    return bad(
      'media_too_complex',
      `The video says it lasts ${Math.round(durationMs / 3_600_000)} hours. The limit is 24.`,
    )
  }
  const rotation = rotationOf(video)
  const lying = rotation === 90 || rotation === 270
  return {
    kind: 'video',
    contentType: type,
    width: lying ? height : width,
    height: lying ? width : height,
    durationMs,
    codec: codecName(video.Format),
    frameRate: video.FrameRate !== undefined && video.FrameRate > 0 ? video.FrameRate : null,
    rotation,
    hasAudio: audio !== undefined,
    audioCodec: audio === undefined ? null : codecName(audio.Format),
    preview: null,
  }
}

function rotationOf(video: VideoTrack): VideoFacts['rotation'] {
  const degrees = ((Math.round(Number(video.Rotation ?? 0)) % 360) + 360) % 360
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0
}
