import { z } from 'zod'
import { instant } from '#infra/http/schemas.ts'

const place = z.string().meta({ description: 'A folder, or `s3://BUCKET/PREFIX`.', examples: ['/mnt/backups'] })
const count = z.int().nonnegative()

const backup = z
  .strictObject({
    name: z.string().meta({ description: 'The name that `posthorn restore --backup` takes.' }),
    place,
    takenAt: instant.meta({ description: 'The point in time of its data.' }),
    finishedAt: instant,
    rows: count.meta({ description: 'The rows of all tables.' }),
    bytes: count.meta({ description: 'The size of the tables’ text before compression.' }),
    mediaFiles: count.meta({ description: 'The number of uploaded files.' }),
    mediaBytes: count.meta({ description: 'The size of the uploaded files in bytes.' }),
    verified: z.boolean().meta({ description: 'Whether it was restored into a scratch database and compared.' }),
  })
  .meta({ id: 'Backup', description: 'A complete backup that this installation has recorded.' })

export const backups = z
  .strictObject({
    schedule: z
      .strictObject({
        place,
        cron: z.string().meta({ description: 'A cron expression in UTC.', examples: ['23 1 * * *'] }),
        keep: count.meta({ description: 'The number of backups that are kept.' }),
      })
      .nullable()
      .meta({ description: 'Null if automatic backups are off: `BACKUP_TO` is not set.' }),
    overdueSeconds: z
      .number()
      .nonnegative()
      .nullable()
      .meta({ description: 'How long a newer backup is overdue. Null if none is scheduled or due yet.' }),
    backups: z.array(backup).meta({ description: 'The latest 50, newest first.' }),
  })
  .meta({ id: 'Backups' })
