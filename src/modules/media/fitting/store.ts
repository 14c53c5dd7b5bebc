import type { Db } from '#infra/db/client.ts'

export async function findThumbnail(db: Db, fileKey: string): Promise<Buffer | null> {
  const found = await db
    .selectFrom('mediaThumbnail')
    .select('mediaThumbnail.image')
    .where('mediaThumbnail.fileKey', '=', fileKey)
    .executeTakeFirst()
  return found?.image ?? null
}

/** Stores a thumbnail, unless the file was deleted or another request was faster. */
export async function insertThumbnail(db: Db, fileKey: string, image: Buffer): Promise<void> {
  await db
    .insertInto('mediaThumbnail')
    .columns(['fileKey', 'image'])
    .expression(({ selectFrom, val }) =>
      selectFrom('mediaFile')
        .select(['mediaFile.key', val(image).as('image')])
        .where('mediaFile.key', '=', fileKey),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
