import { findProfileId } from '#tasks/inputs/profile.ts'
import { clientCommand } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { readLimit } from '../posts/list-posts.ts'
import { mediaRow, uploadRow } from '../rows/files.ts'
import { sayBytes, uploadFile } from './upload-file.ts'

export const upload = clientCommand(uploadRow, async (run) => {
  const { flags, words, api, out } = run
  const alts = flags.alt ?? []
  if (alts.length > words.length) throw new UsageFault('has more --alt than files')
  const profileId = await findProfileId(api, run.profile)
  for (const [index, file] of words.entries()) {
    const uploaded = await uploadFile(run, { file, profileId, altText: alts[index] })
    out.piece(uploaded, `${uploaded.storagePath}  ${uploaded.contentType}  ${sayBytes(uploaded.size)}  ${file}`)
  }
  return exitCodes.done.status
})

export const media = clientCommand(mediaRow, async ({ flags, api, out, profile }) => {
  const most = readLimit(flags.limit)
  const within = profile === undefined ? {} : { profileId: await findProfileId(api, profile) }
  const found = []
  for await (const file of api.each.listMedia({ ...within, limit: Math.min(most, 100) })) {
    found.push(file)
    if (found.length >= most) break
  }
  out.table(
    found,
    [
      { title: 'FILE', of: ({ fileName }) => fileName, shrinks: true },
      { title: 'TYPE', of: ({ contentType }) => contentType },
      { title: 'SIZE', of: ({ size }) => sayBytes(size) },
      { title: 'PATH', of: ({ storagePath }) => storagePath },
      { title: 'ID', of: ({ id }) => id },
    ],
    'The library is empty.',
  )
  return exitCodes.done.status
})
