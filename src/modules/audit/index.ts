export { sealedAuditHashes } from './chain/authenticity.ts'
export { readHeads, readOwnHeads } from './chain/heads.ts'
export { createSealer } from './chain/sealer.ts'
export { verifyAudit } from './chain/verify.ts'
export { exportLog, verifyFile } from './exported-log.ts'
export { auditHandlers, recordAuditHead } from './jobs.ts'
export { auditSources, listProfileEntries, type ProfileEntry } from './of-profile/store.ts'
export { auditEntry, auditPage } from './schema.ts'
export {
  type AuditActor,
  type AuditEntry,
  type DirectoryActor,
  eraseFromAudit,
  eraseSubjectFromAudit,
  listAllEntries,
  listAuditEntries,
  listEntriesAbout,
  listNewestSubjects,
  writeAudit,
  writeAudits,
} from './store.ts'
