/* Everything works without this script; it adds the timeline's filters. */
