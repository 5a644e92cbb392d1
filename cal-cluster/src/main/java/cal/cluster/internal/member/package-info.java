/** Parts of a member of Hazelcast that know nothing of calls. */
package cal.cluster.internal.member;
