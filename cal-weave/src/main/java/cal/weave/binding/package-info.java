/** Files of bindings: YAML, read and turned into declared aspects. */
package cal.weave.binding;
