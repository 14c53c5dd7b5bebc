import type { Shape } from '../../meta/fields.ts'
import { instant } from '../../meta/params.ts'
import { commentsOf, likesOf } from '../figures/metrics.ts'
import { summed } from '../posts/post-shape.ts'
import type { Graph } from '../state/platform.ts'
import type { Video } from '../state/records.ts'
import { isOpen, isReady, isUpright } from './video-life.ts'

/** Videos as responses show them: their fields and processing state. */
export function videoShape(graph: Graph, video: Video): Shape {
  const { page, post, finished, file } = video
  const isPublished = () => post !== null && post.publishedAtMs !== null && !post.deleted
  return {
    id: () => video.id,
    status: () => statusOf(graph, video),
    published: isPublished,
    post_id: () => (isPublished() ? post?.id : undefined),
    permalink_url: () => linkOf(graph, video),
    title: () => finished?.title || undefined,
    description: () => finished?.description || undefined,
    length: () => (file?.durationMs ?? 0) / 1_000,
    created_time: () => instant(video.createdAtMs),
    updated_time: () => instant(video.readyAtMs ?? video.createdAtMs),
    from: () => ({ id: page.id, name: page.displayName }),
    source: () => file?.url ?? undefined,
    comments: (field) => summed(field, post === null ? 0 : commentsOf(post), []),
    likes: (field) => summed(field, post === null ? 0 : likesOf(graph, post), []),
  }
}

/** Returns the link of a video. The real network reportedly omits the host, unlike in links of posts. */
function linkOf(graph: Graph, video: Video): string {
  const { id, kind, page } = video
  const path = kind === 'reel' || isUpright(video) ? `/reel/${id}/` : `/${page.id}/videos/${id}/`
  return graph.rules.video_links_without_host ? path : `${graph.base()}${path}`
}

type Phase = 'not_started' | 'in_progress' | 'complete' | 'error'

function statusOf(graph: Graph, video: Video): object {
  const { received, fileSize, finished, fails, readyAtMs, post } = video
  const isInFull = fileSize !== null && received >= fileSize
  const isDone = readyAtMs !== null && readyAtMs <= graph.world.clock.ms()
  const failed = isDone && fails !== null
  const uploading: Phase = isInFull ? 'complete' : received > 0 ? 'in_progress' : 'not_started'
  const processing: Phase = finished === null ? 'not_started' : failed ? 'error' : isDone ? 'complete' : 'in_progress'
  const published = post !== null && post.publishedAtMs !== null
  const publishing: Phase = failed
    ? 'error'
    : published
      ? 'complete'
      : finished === null
        ? 'not_started'
        : isDone
          ? 'complete'
          : 'not_started'
  const at = published ? post.publishedAtMs : (finished?.scheduledMs ?? null)
  return {
    video_status: videoStatusOf(graph, video, isInFull, failed),
    uploading_phase: {
      status: uploading,
      bytes_transfered: received,
      ...(fileSize === null ? {} : { source_file_size: fileSize }),
    },
    processing_phase: {
      status: processing,
      ...(failed ? { error: { message: fails }, errors: [{ code: 1_363_008, message: fails }] } : {}),
    },
    publishing_phase: {
      status: publishing,
      ...(publishing === 'complete' ? { publish_status: published ? 'published' : (finished?.state ?? 'draft') } : {}),
      ...(at === null ? {} : { publish_time: instant(at) }),
    },
  }
}

function videoStatusOf(graph: Graph, video: Video, isInFull: boolean, failed: boolean): string {
  if (failed) return 'error'
  if (isReady(graph, video)) return 'ready'
  if (video.finished !== null) return 'processing'
  if (!isOpen(graph, video)) return 'expired'
  return isInFull ? 'upload_complete' : 'uploading'
}
