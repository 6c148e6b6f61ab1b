#if Server
    extension SchemaSteps {
        /// The tables of the first step, with the reason for each.
        // swift-format-ignore
        static let tables = #"""
-- The tables of the purchase book. Every key begins with the realm and, where there is one, with the holder, so that a
-- database that is spread over several servers can keep all rows of a user in one place.
--
-- A holder is a user, by the account token in lower case, or, where nobody has a line yet, the line itself: `line:2000000001`.

create schema purser;

-- Which steps of the schema are there. A process that needs a later one does not start.
create table purser.schema_step (
    step integer primary key,
    applied timestamptz not null default now()
);

-- The app and the environment of a book. Several may share a database.
create table purser.realm (
    realm smallint generated always as identity primary key,
    bundle text collate "C" not null,
    environment text collate "C" not null,
    -- Keys the updates' identities; never changes, so that a repeated update is recognised.
    secret_high bigint not null,
    secret_low bigint not null,
    -- Rises when the database has lost updates that consumers may have seen. Numbers of updates begin behind all lost ones then:
    -- behind (epoch - 1) * 1,000,000,000.
    epoch integer not null default 1,
    unique (bundle, environment)
);

-- The lines: subscriptions and purchases, each by an original identifier. One row for each identifier that was reported.
create table purser.line (
    realm smallint not null,
    line text collate "C" not null,
    -- The line that this one was joined to; null for one that has rows of its own.
    root text collate "C",
    -- Rises by one with each change. What is decided by an earlier one writes nothing.
    revision bigint not null,
    -- Whose rows the line has; nearly always one holder. With it the rows are found by their key, without an index more.
    holders text[] collate "C" not null default '{}',
    primary key (realm, line)
) with (fillfactor = 80);

-- Which identifiers were joined to a line: asked for where a user is erased. There are few.
create index line_root on purser.line (realm, root) where root is not null;

-- What is recorded of a line, in the format of the ledger: of each transaction and of the renewal the latest record.
create table purser.entry (
    realm smallint not null,
    holder text collate "C" not null,
    line text collate "C" not null,
    -- `t:` and a transaction's identifier, `renewal`, or `early:` and what a renewal was reported of before its line.
    slot text collate "C" not null,
    record bytea not null,
    -- What was reported since and produced no update; null where nothing was.
    later bytea,
    primary key (realm, holder, line, slot)
) with (fillfactor = 90);

-- The users and the lines without one, with the number of the latest update.
create table purser.holder (
    realm smallint not null,
    holder text collate "C" not null,
    number bigint not null,
    primary key (realm, holder)
) with (fillfactor = 80);

-- The updates of each holder, numbered from 1 without a gap, but for one where an epoch begins.
create table purser.recorded_update (
    realm smallint not null,
    holder text collate "C" not null,
    number bigint not null,
    record bytea not null,
    primary key (realm, holder, number)
);

-- The consumers of updates.
create table purser.consumer (
    realm smallint not null,
    consumer text collate "C" not null,
    -- Up to which holder the users of before are on its list; null once all are, or none have to be.
    listed text collate "C",
    -- A transaction after the one that made it: users are listed once all older ones have ended, which did not see it.
    created xid8,
    -- Whether recorded updates put users on its list. False for jobs by time, which are scheduled.
    follows boolean not null default true,
    -- Being removed: 0, then a transaction after the one that began it. Its rows go once all older ones have ended, which may
    -- put users on its list.
    removed xid8,
    primary key (realm, consumer)
);

-- Which users have updates that a consumer has not seen. A user without a row has none.
create table purser.due (
    realm smallint not null,
    consumer text collate "C" not null,
    holder text collate "C" not null,
    -- The number of the latest update, and of the latest one that the consumer has seen.
    wanted bigint not null,
    seen bigint not null,
    -- From when on a worker may take it: the end of a lease, of a pause after a failure, or never for a dead letter.
    ready timestamptz not null default clock_timestamp(),
    -- Since when the user waits; the moment of a job.
    since timestamptz not null default clock_timestamp(),
    -- Changes with each lease. Who has an earlier one changes nothing.
    fence bigint not null default 0,
    worker text,
    failures integer not null default 0,
    reason text,
    primary key (realm, consumer, holder)
) with (fillfactor = 70);

-- Workers take the users that are ready, in the order in which they became so.
create index due_ready on purser.due (realm, consumer, ready);

-- The numbers of leases; one more for each, so that none comes twice even where a row was removed and made anew. Without a
-- cache: a session that had drawn numbers in advance would give a later lease an earlier number.
create sequence purser.fence as bigint cache 1;

-- Marks of steps of the whole book, such as up to when notifications were caught up.
create table purser.mark (
    realm smallint not null,
    name text collate "C" not null,
    value timestamptz not null,
    primary key (realm, name)
);

-- How many units of a transaction the handlers of a consumer have delivered to a user, and by which update.
create table purser.delivered (
    realm smallint not null,
    consumer text collate "C" not null,
    holder text collate "C" not null,
    transaction text collate "C" not null,
    quantity bigint not null,
    number bigint not null,
    primary key (realm, consumer, holder, transaction)
) with (fillfactor = 90);
"""#
    }
#endif
