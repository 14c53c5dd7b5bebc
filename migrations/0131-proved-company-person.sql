-- expand
-- What the provider has proved about a person whose second factor is missing. The account is connected only with the code.
alter table company_flow add column sealed_person bytea;
