import type { Selectable } from 'kysely'
import type { PublicationTable } from '#infra/db/tables.ts'

/** The columns of a publication as the driver returns them. */
export type PublicationColumns = Selectable<PublicationTable>
