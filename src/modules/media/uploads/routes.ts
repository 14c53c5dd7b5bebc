import { callerOf } from '#infra/http/access.ts'
import { clientGone, openBody } from '#infra/http/request/arrival.ts'
import { readForm } from '#infra/http/request/multipart.ts'
import { routesWith } from '#infra/http/route.ts'
import { bytes, formBody } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { mediaMaxBytes } from '#rules/file-size.ts'
import type { MediaDeps } from '../deps.ts'
import { fileRefusals, profileRefusals } from '../file-refusals.ts'
import { presentMedia } from '../present.ts'
import { linkPath, uploadResult } from '../schema.ts'
import { createFileReceiver, presignUploads, receiveIncoming, requireOpenUpload, uploadMedia } from './actions.ts'
import {
  completeBody,
  presignBatchBody,
  presignBody,
  promisedPlace,
  promisedPlaces,
  uploadFields,
  uploadQuery,
} from './schema.ts'
import { settleUpload } from './settle-upload.ts'

const route = routesWith({ tag: 'Media' })
const ofAnnouncement = [
  'media_type_not_allowed',
  'media_type_mismatch',
  'storage_unavailable',
  'too_many_uploads',
  'plan_limit_reached',
  'plan_required',
  ...profileRefusals,
] as const

/** Registers the routes that receive files: by form, or by an upload URL. */
export function addUploadRoutes(app: Edge, deps: MediaDeps): void {
  route(app, {
    post: '/v1/media/upload',
    id: 'uploadMedia',
    right: 'write',
    summary: 'Upload a file',
    description:
      'Accepts an image (JPEG, PNG, WebP, GIF) or a video (MP4, MOV, AVI, WebM) of up to 500 MB. The file’s content ' +
      'determines its type; the file extension and declared type must match. Location and camera data are removed. ' +
      'With `purpose=document`, a PDF of up to 100 MB without scripts, forms or attached files is accepted; with ' +
      '`purpose=audio`, an MP3 or M4A.',
    access: 'media:write',
    refuses: ['multipart_invalid', ...fileRefusals, ...profileRefusals],
    bodyAs: 'multipart',
    query: uploadQuery,
    body: formBody(uploadFields),
    answers: uploadResult,
    does: async (request, reply) => {
      const gone = clientGone(reply)
      const { purpose } = request.query
      const { take, drop } = createFileReceiver(deps)
      try {
        const { file, fields } = await readForm(request, {
          maxFileBytes: mediaMaxBytes,
          fields: uploadFields,
          file: ({ stream, name, declaredType }) =>
            take(stream, { fileName: name, declaredTypes: [declaredType], purpose }),
        })
        return await uploadMedia(deps, callerOf(request), file, fields, gone)
      } finally {
        await drop()
      }
    },
  })
  route(app, {
    post: '/v1/media/presign-upload',
    repeats: 'refused',
    id: 'presignUpload',
    right: 'write',
    summary: 'Get an upload URL for a file',
    description:
      'The URL is valid for 15 minutes and for one file. PUT the file there with the announced type as ' +
      '`Content-Type`. Then use `storagePath` in a post, or complete the upload to get the file’s details.',
    access: 'media:write',
    refuses: ofAnnouncement,
    body: presignBody,
    answers: promisedPlace,
    does: async (request) => {
      const [place] = await presignUploads(deps, callerOf(request), [request.body], () => '')
      if (!place) throw new Error('presignUploads returned no upload URL for the file')
      return place
    },
  })
  route(app, {
    post: '/v1/media/presign-upload/batch',
    repeats: 'refused',
    id: 'presignUploads',
    right: 'write',
    summary: 'Get upload URLs for up to 50 files',
    description: 'Returns URLs for all of the files or for none.',
    access: 'media:write',
    refuses: ofAnnouncement,
    body: presignBatchBody,
    answers: promisedPlaces,
    does: async (request) => ({
      files: await presignUploads(deps, callerOf(request), request.body.files, (index) => `/files/${index}`),
    }),
  })
  route(app, {
    post: '/v1/media/complete-upload',
    id: 'completeUpload',
    right: 'write',
    summary: 'Complete an upload',
    description:
      'Examines the uploaded file and adds it to the library, as its first use in a post would. Repeating the call ' +
      'returns the same response.',
    access: 'media:write',
    refuses: ['media_not_found', 'media_forbidden', 'media_not_uploaded', ...fileRefusals, ...profileRefusals],
    body: completeBody,
    answers: uploadResult,
    does: async (request, reply) => {
      const gone = clientGone(reply)
      return presentMedia(deps, await settleUpload(deps, callerOf(request), request.body.storagePath, gone))
    },
  })
  route(app, {
    put: '/v1/media/incoming/:token',
    id: 'putIncomingMedia',
    summary: 'Upload a file to its upload URL',
    description:
      'Only available if files are stored on disk. With S3, files are uploaded directly to the bucket. The URL is ' +
      'the credential.',
    access: 'anyone',
    refuses: ['media_link_invalid', ...fileRefusals],
    bodyAs: 'raw',
    params: linkPath,
    body: bytes('The file.'),
    answers: uploadResult,
    does: async (request, reply) => {
      const gone = clientGone(reply)
      const place = await requireOpenUpload(deps, request.params.token)
      const body = openBody(request, { maxBytes: mediaMaxBytes })
      return await receiveIncoming(deps, place, body, request.raw.headers['content-type'], gone)
    },
  })
}
