/* A compiled component of Treadle: what a shared library shows of itself (docs/components.md).
 *
 * The library exports one symbol, treadle_component_v1, a constant table of functions. It hands out
 * how its bordering bodies accelerate with the forces on them,
 *
 *   a = D tau + r,
 *
 * their poses and velocities, and numbers of its inside state without their meaning. All vectors are
 * in the axes of the world and about the origin of their bordering body, linear part first: a is the
 * acceleration of the origin and the angular acceleration, tau the force and the moment about the
 * origin. D is symmetric and semidefinite, packed by rows of its lower triangle: d11 d21 d22 d31 ...
 * SI units. A pose is x y z and a unit quaternion w x y z.
 *
 * The inside state belongs to the caller: `state_size` plain numbers that he integrates, with rates
 * from `rate`. Functions that return int give 0, or 1 where the numbers fail (a singular position, a
 * loop that cannot be closed): last_error() says why. No function throws. One instance serves one
 * thread at a time, several instances do not know each other. */
#ifndef TREADLE_COMPONENT_H
#define TREADLE_COMPONENT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TREADLE_COMPONENT_VERSION 1

typedef struct treadle_component_instance treadle_component_instance;

typedef struct treadle_component_table {
  /* TREADLE_COMPONENT_VERSION, and sizeof(treadle_component_table). */
  unsigned version;
  unsigned size;

  /* An instance whose frame has this pose in the world; NULL where it cannot be made. */
  treadle_component_instance* (*create)(const double pose[7], const double gravity[3]);
  void (*destroy)(treadle_component_instance* c);
  /* Of the last function that failed on this thread; never NULL. */
  const char* (*last_error)(void);

  /* Bordering bodies: their number, and their names as the sender published them. A body that is
   * handed in by the caller (`is_port`) is to be held fast to the caller's own body; `lent` is the
   * inertia that it has in here and that the caller's body must do without: mass, centre of mass,
   * xx yy zz xy xz yz about that centre, in the frame of the component. */
  int (*border_count)(const treadle_component_instance* c);
  const char* (*border_name)(const treadle_component_instance* c, int border);
  int (*is_port)(const treadle_component_instance* c, int border);
  void (*lent)(const treadle_component_instance* c, int border, double inertia[10]);

  /* The inside state: how many numbers, and those of the start. */
  size_t (*state_size)(const treadle_component_instance* c);
  void (*start)(const treadle_component_instance* c, double* state);

  /* Poses (7 each) and velocities (6 each) of the bordering bodies at a state. */
  int (*borders)(treadle_component_instance* c, double t, const double* state, double* poses,
                 double* velocities);
  /* D and r at a state: n (n + 1) / 2 and n numbers, n = 6 border_count. */
  int (*evaluate)(treadle_component_instance* c, double t, const double* state, double* d,
                  double* r);
  /* Forces on the bordering bodies at the state that was evaluated last; then accelerations of these
   * bodies, rates of the inside state, and the power of all inside that keeps no energy. */
  int (*take)(treadle_component_instance* c, const double* tau);
  void (*accelerations)(const treadle_component_instance* c, double* a);
  void (*rate)(const treadle_component_instance* c, double* rates);
  double (*power)(const treadle_component_instance* c);

  /* Closes the loops inside, positions and velocities. */
  int (*project)(treadle_component_instance* c, double t, double* state);
  /* Moves a state as impulses on the bordering bodies would, with D of the state that was evaluated
   * last: bordering bodies by D tau, their positions, or their velocities where `velocities` is not
   * 0. For callers who close their own loops. */
  int (*move)(treadle_component_instance* c, const double* tau, int velocities, double* state);

  /* Kinetic and potential energy at a state. */
  int (*energy)(treadle_component_instance* c, double t, const double* state, double out[2]);

  /* What the future depends on beside the state: its size, and the bytes. */
  size_t (*saved_size)(treadle_component_instance* c);
  void (*save)(treadle_component_instance* c, void* bytes);
  int (*restore)(treadle_component_instance* c, const void* bytes, size_t size);
} treadle_component_table;

#ifdef TREADLE_COMPONENT_RUNTIME
__attribute__((visibility("default"))) extern const treadle_component_table treadle_component_v1;
#endif

#ifdef __cplusplus
}
#endif

#endif
