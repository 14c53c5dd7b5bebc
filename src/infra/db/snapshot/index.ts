export { listMigrations, listPartitions, listSequences, listTables, quote } from './catalogue.ts'
export { copyOut, copyQuery, countText, markTable, markText, type TextMark } from './copy.ts'
export { loadSnapshot } from './load.ts'
export { inNewDatabase, inSessionTx, type Session, takeSessionLock, withSession } from './session.ts'
