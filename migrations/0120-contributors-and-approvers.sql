-- expand
-- Two more roles of members. A process of an earlier version gives them no rights on a profile.
alter table profile_member drop constraint profile_member_role_check,
  add constraint profile_member_role_check check (role in ('admin', 'editor', 'approver', 'contributor', 'viewer'));
alter table profile_invite drop constraint profile_invite_role_check,
  add constraint profile_invite_role_check check (role in ('admin', 'editor', 'approver', 'contributor', 'viewer'));
