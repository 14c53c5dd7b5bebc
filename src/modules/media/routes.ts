import { callerOf } from '#infra/http/access.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { readForm } from '#infra/http/request/multipart.ts'
import { bytes, formBody } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import type { MediaDeps } from './deps.ts'
import { importMedia } from './import/actions/import-media.ts'
import { addLibraryRoutes } from './library/routes.ts'
import { mediaMaxBytes } from './limits.ts'
import { addProxyRoutes } from './links/routes.ts'
import { presentMedia } from './present.ts'
import {
  completeBody,
  importBody,
  linkPath,
  presignBatchBody,
  presignBody,
  promisedPlace,
  promisedPlaces,
  uploadFields,
  uploadResult,
} from './schema.ts'
import { presignUploads } from './uploads/actions/presign-uploads.ts'
import { receiveIncoming, requireOpenUpload } from './uploads/actions/receive-incoming.ts'
import { settleUpload } from './uploads/actions/settle-upload.ts'
import { createFileReceiver, uploadMedia } from './uploads/actions/upload-media.ts'

const writing = { credential: 'key-or-identity', scope: 'media:write' } as const
const tags = ['Media']

/** Refusals of a file, however it arrives. */
const ofFile = [
  'media_empty',
  'media_type_not_allowed',
  'media_type_mismatch',
  'media_unreadable',
  'media_too_complex',
  'media_too_large',
  'plan_limit_reached',
  'plan_required',
  'storage_unavailable',
  'media_busy',
] as const satisfies readonly RefusalCode[]
/** Refusals of the profile that the file is for. */
const ofProfile = [
  'profile_forbidden',
  'profile_role_required',
  'profile_not_found',
  'key_limited_to_profiles',
] as const satisfies readonly RefusalCode[]

export function mediaRoutes(app: Edge, deps: MediaDeps): void {
  app.post(
    '/v1/media/upload',
    {
      config: { access: writing, body: 'multipart', refusals: ['multipart_invalid', ...ofFile, ...ofProfile] },
      schema: {
        operationId: 'uploadMedia',
        tags,
        summary: 'Upload a file',
        description:
          'Accepts a picture (JPEG, PNG, WebP, GIF) or a video (MP4, MOV, AVI, WebM) of up to 500 MB. The bytes decide ' +
          'the type; the file extension and the declared type must agree with it. Location and camera data are removed.',
        body: formBody(uploadFields),
        response: { 200: uploadResult },
      },
    },
    async (request) => {
      const { take, drop } = createFileReceiver(deps)
      try {
        const { file, fields } = await readForm(request, {
          maxFileBytes: mediaMaxBytes,
          fields: uploadFields,
          file: ({ stream, name, declaredType }) => take(stream, { fileName: name, declaredTypes: [declaredType] }),
        })
        return await uploadMedia(deps, callerOf(request), file, fields)
      } finally {
        await drop()
      }
    },
  )
  app.post(
    '/v1/media/import',
    {
      config: { access: writing, refusals: ['media_unreachable', ...ofFile, ...ofProfile] },
      schema: {
        operationId: 'importMedia',
        tags,
        summary: 'Import a file from a URL',
        description:
          'Downloads a file from a public address within 30 seconds. Up to four downloads run at the same time for one ' +
          'owner, and further ones wait. A repeated call imports the file again.',
        body: importBody,
        response: { 200: uploadResult },
      },
    },
    (request) => importMedia(deps, callerOf(request), request.body),
  )
  presignRoutes(app, deps)
  addLibraryRoutes(app, deps)
  addProxyRoutes(app, deps)
}

function presignRoutes(app: Edge, deps: MediaDeps): void {
  const ofAnnouncement = [
    'media_type_not_allowed',
    'media_type_mismatch',
    'storage_unavailable',
    'too_many_uploads',
    'plan_limit_reached',
    'plan_required',
    ...ofProfile,
  ] as const
  app.post(
    '/v1/media/presign-upload',
    {
      config: { access: writing, refusals: ofAnnouncement },
      schema: {
        operationId: 'presignUpload',
        tags,
        summary: 'Get an upload URL for a file',
        description:
          'The URL is valid for 15 minutes and one file. PUT the file there with the announced type as `Content-Type`. ' +
          'Then use `storagePath` in a post, or complete the upload to get the details of the file.',
        body: presignBody,
        response: { 200: promisedPlace },
      },
    },
    async (request) => {
      const [place] = await presignUploads(deps, callerOf(request), [request.body])
      if (!place) throw new Error('presignUploads returned no place for the file')
      return place
    },
  )
  app.post(
    '/v1/media/presign-upload/batch',
    {
      config: { access: writing, refusals: ofAnnouncement },
      schema: {
        operationId: 'presignUploads',
        tags,
        summary: 'Get upload URLs for up to 50 files',
        description: 'Returns URLs for all files or for none.',
        body: presignBatchBody,
        response: { 200: promisedPlaces },
      },
    },
    async (request) => ({ files: await presignUploads(deps, callerOf(request), request.body.files) }),
  )
  app.post(
    '/v1/media/complete-upload',
    {
      config: {
        access: writing,
        refusals: ['media_not_found', 'media_forbidden', 'media_not_uploaded', ...ofFile, ...ofProfile],
      },
      schema: {
        operationId: 'completeUpload',
        tags,
        summary: 'Complete an upload',
        description:
          'Examines the uploaded file and adds it to the library, as its first use in a post would. A repeated call gets ' +
          'the same response.',
        body: completeBody,
        response: { 200: uploadResult },
      },
    },
    async (request) => presentMedia(deps, await settleUpload(deps, callerOf(request), request.body.storagePath)),
  )
  app.put(
    '/v1/media/incoming/:token',
    {
      config: { access: { credential: 'none' }, body: 'raw', refusals: ['media_link_invalid', ...ofFile] },
      schema: {
        operationId: 'putIncomingMedia',
        tags,
        summary: 'Upload a file to its upload URL',
        description:
          'Exists when files are stored in a folder; a bucket receives uploads itself. The URL is the credential.',
        params: linkPath,
        body: bytes('The file.'),
        response: { 200: uploadResult },
      },
    },
    async (request) => {
      const place = await requireOpenUpload(deps, request.params.token)
      const body = openBody(request, { maxBytes: mediaMaxBytes })
      return await receiveIncoming(deps, place, body, request.raw.headers['content-type'])
    },
  )
}
