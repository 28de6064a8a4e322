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
 * thread at a time, several instances do not know each other.
 *
 * The table grows at its end, and `size` says how far a library has it: what lies behind that is not
 * there. A change of what stands here already gets another version and another symbol. Parts that
 * need more than the first functions are made by create_for alone. */
#ifndef TREADLE_COMPONENT_H
#define TREADLE_COMPONENT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TREADLE_COMPONENT_VERSION 1

typedef struct treadle_component_instance treadle_component_instance;

/* A number that goes in or comes out under a name that the sender published: its unit in SI ("1":
 * none), and where it begins. */
typedef struct treadle_component_number {
  const char* name;
  const char* unit;
  double start;
} treadle_component_number;

/* Something inside that happens where a height crosses zero: upwards (1), downwards (-1) or both
 * (0). It ends the run (0), switches something inside on (1) or off (2); so many times at most, -1:
 * any number. */
typedef struct treadle_component_event {
  int direction;
  int action;
  int times;
} treadle_component_event;

/* The inside state at a time between two others, as the caller's integrator has it. */
typedef void (*treadle_component_state_at)(void* caller, double t, double* state);

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

  /* Here the first table ended.
   *
   * As create, for a caller who knows `known` bytes of the table. */
  treadle_component_instance* (*create_for)(unsigned known, const double pose[7],
                                            const double gravity[3]);

  /* What goes in, of all instances alike: told before each call that has a time, with its first and
   * second derivative there. */
  int (*input_count)(void);
  void (*input)(int input, treadle_component_number* about);
  void (*set_input)(treadle_component_instance* c, int input, const double value[3]);
  /* What comes out, and whether this or a height needs the motion: then evaluate and take come
   * first, at the same state. */
  int (*output_count)(void);
  void (*output)(int output, treadle_component_number* about);
  int (*outputs)(treadle_component_instance* c, double t, const double* state, double* values);
  int (*needs_motion)(const treadle_component_instance* c);

  /* Times at which something inside is not smooth, in order, none nearer to the last one than
   * `apart` within one table: how many there are, of which `room` are written. The longest step that
   * sees all waves inside. */
  size_t (*breaks)(const treadle_component_instance* c, double apart, double* times, size_t room);
  double (*longest_step)(const treadle_component_instance* c);

  /* Events: the caller finds where a height crosses zero, and says so. How fast something inside may
   * turn at most, whose turns are counted: no two looks may be further apart than half a turn. */
  int (*event_count)(const treadle_component_instance* c);
  void (*event)(const treadle_component_instance* c, int event, treadle_component_event* about);
  int (*heights)(treadle_component_instance* c, double t, const double* state, double* heights);
  int (*happen)(treadle_component_instance* c, double t, const double* state, int event);
  double (*turning)(treadle_component_instance* c, const double* state);

  /* Steps: where the run begins; a time that no step may pass, infinity where there is none; and
   * what was reached. `interval`: between two looks at forces that controllers follow, 0: after each
   * step. step gives 2 where something inside has jumped: what the caller remembers of earlier
   * steps is worth nothing then. With needs_motion the state has to be evaluated and taken. */
  int (*begin)(treadle_component_instance* c, double t, const double* state, double interval);
  double (*next_stop)(const treadle_component_instance* c);
  int (*step)(treadle_component_instance* c, double t, const double* state);
  /* 2 where a step longer than `longest` has missed something inside, as a stop that was touched and
   * left, and when that was. `tolerance`: of a number of the state. */
  int (*missed)(treadle_component_instance* c, double from, const double* before, double to,
                const double* after, double longest, double tolerance,
                treadle_component_state_at state_at, void* caller, double* when);

  /* For semi-implicit steps: positions of `state` become those of `from`, moved for h with the
   * velocities of `state`. */
  int (*drift)(treadle_component_instance* c, const double* from, double h, double* state);

  /* For a start: bodies that are handed in get the velocities (6 for each bordering body, the others
   * are not looked at), and what hangs on them keeps the rates of its joints. */
  int (*ride)(treadle_component_instance* c, const double* velocities, double* state);

  /* For semi-implicit steps of h: forces look so far ahead with the numbers that they own. */
  void (*look_ahead)(treadle_component_instance* c, double h);
} treadle_component_table;

#ifdef TREADLE_COMPONENT_RUNTIME
__attribute__((visibility("default"))) extern const treadle_component_table treadle_component_v1;
#endif

#ifdef __cplusplus
}
#endif

#endif
